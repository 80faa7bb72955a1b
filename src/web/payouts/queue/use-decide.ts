import { PATHS } from '#contract/base/paths';
import type { SellJson } from '#contract/sells/sells';

import { adminCall } from '../../kernel/api/admin-client.ts';
import { verificationsTexts } from './queue-texts.ts';
import { type PayOutOrder, payOutAll } from '../../kernel/dashboard/pay-out/pay-out.ts';
import { showSafeToast } from '../../kernel/dashboard/sensitive.tsx';
import { decidedToast } from './decided-toast.ts';
import { type Decision, type Kind, failedDecision } from './decision.ts';
import { type Decide, eachByItself, useDecisions } from './use-decisions.ts';

const { decide: words } = verificationsTexts;

interface DecideOptions {
  readonly kind: Kind;
  readonly sells: readonly SellJson[];
  /** Told of each that was decided. */
  readonly onDecided: (sell: SellJson) => void;
  /** When all of them were. */
  readonly onAll: () => void;
}

/** Approves or rejects requests; one that fails stops none of the others. */
export function useDecide({ kind, sells, onDecided, onAll }: DecideOptions) {
  const { start, ...decided } = useDecisions({
    items: sells,
    onDecided,
    onEnd: (outcome) => showSafeToast(decidedToast(kind, sells, outcome)),
    onAll,
  });
  return { ...decided, start: (notes: string) => start(DECIDE[kind](notes)) };
}

/** In one prompt of the owner's wallet, where it is the one that signs. */
const approveAll =
  (notes: string): Decide<SellJson> =>
  (sells, mark) =>
    payOutAll(
      sells.map((sell): PayOutOrder<SellJson> => {
        const { id, walletAddress: receiver, payoutCurrency: token, payoutAmount: amount } = sell;
        const rentPrice = sell.fixedPrices.solUSD;
        return {
          confirmed: { purpose: 'sell', subject: id, receiver, token, amount, rentPrice },
          pay: (signed) =>
            adminCall('POST', PATHS.approveSell, { params: { id }, body: { notes, ...signed } }),
          onStep: (state) => mark(sell, { state }),
          onEnd: (end) =>
            mark(sell, 'error' in end ? failed('approve', end.error) : sent(end.answer)),
        };
      }),
    );

const rejectAll = (notes: string): Decide<SellJson> =>
  eachByItself(
    ({ id }) => adminCall('POST', PATHS.rejectSell, { params: { id }, body: { notes } }),
    (error) => failed('reject', error),
  );

const DECIDE = { approve: approveAll, reject: rejectAll };

const sent = ({ payout, payoutAmount }: SellJson): Decision => ({
  state: 'done',
  sent: payout?.amount ?? payoutAmount,
  isOutside: payout?.status === 'awaiting-outside',
});

const failed = (kind: Kind, error: unknown): Decision =>
  failedDecision(error, { title: words[kind].failed, otherwise: words.failedDetail[kind] });
