import { useMutation } from '@tanstack/react-query';

import { AdminSessionEnded } from '../../api/admin-client.ts';
import { refreshAll } from '../../api/query-client.ts';
import { tellFixedFailure } from '../../api/tell-failure.ts';
import { NotSigned } from './not-signed.ts';
import { showSafeToast } from './sensitive.tsx';

interface Words {
  readonly title: string;
  readonly detail: string;
}

interface Write<Input, Answer> {
  readonly write: (input: Input) => Promise<Answer>;
  readonly success: (answer: Answer, input: Input) => Words;
  /** The reason that the server gave follows the detail; what a wallet did not sign says all by itself. */
  readonly failure: Words;
  /** After it has succeeded. */
  readonly onDone?: (answer: Answer) => void;
}

/** A write of the owner's: tells how it went, and reads everything on screen again. */
export function useAdminWrite<Input, Answer>(of: Write<Input, Answer>) {
  const { isPending, mutate } = useMutation({
    mutationFn: of.write,
    onSuccess: (answer, input) => {
      showSafeToast({ tone: 'success', ...of.success(answer, input) });
      of.onDone?.(answer);
    },
    onError: (error) => {
      // Without a session the gate says what is to be done.
      if (!(error instanceof AdminSessionEnded)) {
        const { title, detail } = of.failure;
        const fixed = error instanceof NotSigned ? error.message : detail;
        tellFixedFailure(title, error, { fixed, show: (toast) => showSafeToast(toast, fixed) });
      }
    },
    onSettled: () => refreshAll(),
  });
  return { isPending, start: mutate };
}
