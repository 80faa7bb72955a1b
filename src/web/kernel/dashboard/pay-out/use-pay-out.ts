import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { AdminSessionEnded } from '../../api/admin-client.ts';
import { logError } from '../../api/log-failure.ts';
import { refreshAll } from '../../api/query-client.ts';
import { payOutTexts } from './pay-out-texts.ts';
import { type Confirmed, type OwnerSigned, payOut, payOutFault } from './pay-out.ts';
import { showSafeToast } from '../sensitive.tsx';
import { useOnce } from '../use-once.ts';

/** Why it is paid, and what the owner's wallet has signed. */
interface PayOutBody extends OwnerSigned {
  readonly reason: string | undefined;
}

interface PayOutHook<T> {
  /** What the owner sees and confirms. */
  readonly confirmed: Confirmed;
  readonly pay: (body: PayOutBody) => Promise<T>;
  readonly success: (answer: T) => { readonly title: string; readonly detail: string };
  readonly failed: string;
  readonly onDone: (answer: T) => void;
}

/** A payment out of the treasury, signed by the server or by the owner's wallet; tells how it went. */
export function usePayOut<T extends object>(hook: PayOutHook<T>) {
  const { confirmed, pay, success, failed, onDone } = hook;
  const [isSigning, setSigning] = useState(false);
  const { once, ended } = useOnce();
  const { isPending, mutate } = useMutation({
    mutationFn: (reason: string | undefined) =>
      payOut({
        confirmed,
        pay: (signed) => pay({ reason, ...signed }),
        onStep: (step) => setSigning(step === 'signing'),
      }),
    onSuccess: (answer) => {
      showSafeToast({ tone: 'success', ...success(answer) });
      onDone(answer);
    },
    onError: (error) => {
      if (error instanceof AdminSessionEnded) return;
      logError(failed, error);
      const { message, requestId } = payOutFault(error, payOutTexts.failed.otherwise);
      showSafeToast({ tone: 'failure', title: failed, detail: message, reference: requestId });
    },
    onSettled: () => {
      setSigning(false);
      ended();
      return refreshAll();
    },
  });
  return { isPending, isSigning, start: once(mutate) };
}
