import { PATHS } from '#contract/base/paths';
import type { SellJson } from '#contract/sells/sells';
import type { PayToken } from '#domain/base/money';

import { ApiError, isRefused } from '../kernel/api/api-error.ts';
import { refreshAll } from '../kernel/api/query-client.ts';
import { useOwnMutation } from '../kernel/wallet/use-own-mutation.ts';
import { call } from '../kernel/api/client.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { sellTexts } from './sell-texts.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';

const { toast } = sellTexts;

/** Refusals that are about the amount alone. */
const AMOUNT_CODES: readonly (string | null)[] = [
  'AMOUNT_MALFORMED',
  'AMOUNT_TOO_PRECISE',
  'AMOUNT_OUT_OF_RANGE',
  'AMOUNT_NOT_POSITIVE',
];

interface Asked {
  readonly userId: string;
  readonly amount: string;
  readonly payoutToken: PayToken;
  /** The same for every try of the same request. */
  readonly key: string;
}

interface Ends {
  /** It is known how the request ended: taken, or refused. */
  readonly onEnd: (isTaken: boolean) => void;
  /** It is taken, and what the screen shows has been read again. */
  readonly onShown: () => void;
}

/** Submits a request and tells how it went; without an answer it may be tried again. */
export function useSubmit({ onEnd, onShown }: Ends) {
  const { isPending, mutate } = useOwnMutation({
    mutationFn: ({ key, ...body }: Asked) =>
      call('POST', PATHS.sell, { body, idempotencyKey: key }),
    onSuccess: async (sell) => {
      tellSubmitted(sell);
      onEnd(true);
      await refreshAll();
      onShown();
    },
    onError: (error) => {
      tellRefused(error);
      if (isRefused(error)) onEnd(false);
      void refreshAll();
    },
  });
  return { isSubmitting: isPending, submit: mutate };
}

export function tellInvalid(): void {
  showToast({ tone: 'failure', title: toast.invalid, detail: toast.invalidDetail });
}

function tellSubmitted({ payoutAmount, payoutCurrency }: SellJson): void {
  const amount = amountText(payoutCurrency, payoutAmount, 'fine');
  const detail = toast.submittedDetail(`${amount} ${payoutCurrency}`);
  showToast({ tone: 'success', title: toast.submitted, detail });
}

function tellRefused(error: unknown): void {
  if (error instanceof ApiError && AMOUNT_CODES.includes(error.code)) tellInvalid();
  else tellFailure(toast.failed, error, toast.failedDetail);
}
