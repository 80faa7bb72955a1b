import { useMutation } from '@tanstack/react-query';

import { AdminSessionEnded } from '../api/admin-client.ts';
import { refreshAll } from '../api/query-client.ts';
import { tellFixedFailure } from '../api/tell-failure.ts';
import { NotSigned } from './pay-out/not-signed.ts';
import { showSafeToast } from './sensitive.tsx';
import { useOnce } from './use-once.ts';

interface Words {
  readonly title: string;
  readonly detail: string;
}

interface Write<Input, Answer> {
  readonly write: (input: Input) => Promise<Answer>;
  /** `safe` is told where amounts, wallets and people are hidden. */
  readonly success: (
    answer: Answer,
    input: Input,
  ) => Words & { readonly safe?: string | undefined };
  /** The reason that the server gave follows the detail; what a wallet did not sign says all by itself. */
  readonly failure: Words;
  /** After it has succeeded. */
  readonly onDone?: (answer: Answer) => void;
  readonly onFailed?: () => void;
}

/**
 * A write of the owner's: tells how it went, and reads everything on screen again. It is pending until that
 * is read; one that failed only until its answer, so that its dialog can be left.
 */
export function useAdminWrite<Input, Answer>(of: Write<Input, Answer>) {
  const { once, ended } = useOnce();
  const { isPending, mutate } = useMutation({
    mutationFn: of.write,
    onSuccess: (answer, input) => {
      const { safe, ...words } = of.success(answer, input);
      showSafeToast({ tone: 'success', ...words }, safe);
      of.onDone?.(answer);
    },
    onError: (error) => {
      // Without a session the gate says what is to be done.
      if (!(error instanceof AdminSessionEnded)) {
        const { title, detail } = of.failure;
        const fixed = error instanceof NotSigned ? error.message : detail;
        tellFixedFailure(title, error, { fixed, show: (toast) => showSafeToast(toast, fixed) });
      }
      of.onFailed?.();
    },
    onSettled: (_, error) => {
      ended();
      const read = refreshAll();
      return error ? undefined : read;
    },
  });
  return { isPending, start: once(mutate) };
}
