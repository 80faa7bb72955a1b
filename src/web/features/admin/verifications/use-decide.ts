import { useState } from 'react';

import { PATHS } from '#contract/paths';
import type { SellJson } from '#contract/sells';

import { AdminSessionEnded, adminCall } from '../../../api/admin-client.ts';
import { rejectSell } from '../../../api/admin-sells.ts';
import { refreshAll } from '../../../api/query-client.ts';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { type PayOutOrder, payOutAll } from '../pay-out.ts';
import { showSafeToast } from '../sensitive.tsx';
import { decidedToast } from './decided-toast.ts';
import { type Decision, type Decisions, type Kind, failedDecision } from './decision.ts';

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
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [isRunning, setRunning] = useState(false);
  const left = sells.filter(({ id }) => decisions.get(id)?.state !== 'done');

  const start = async (notes: string): Promise<void> => {
    setRunning(true);
    const outcome = new Map(decisions);
    const mark = (sell: SellJson, decision: Decision) => {
      outcome.set(sell.id, decision);
      setDecisions(new Map(outcome));
      if (decision.state === 'done') onDecided(sell);
    };
    for (const sell of left) mark(sell, { state: 'waiting' });
    try {
      await DECIDE[kind](left, notes, mark);
      showSafeToast(decidedToast(kind, sells, outcome));
    } catch (error) {
      // Without a session the gate takes the place of all this.
      if (!(error instanceof AdminSessionEnded)) throw error;
    } finally {
      setRunning(false);
      void refreshAll();
    }
    if (sells.every(({ id }) => outcome.get(id)?.state === 'done')) onAll();
  };

  return { decisions, left, isRunning, hasStarted: decisions.size > 0, start };
}

/** Decides requests, and tells how far each is. */
type Decide = (
  sells: readonly SellJson[],
  notes: string,
  mark: (sell: SellJson, decision: Decision) => void,
) => Promise<void>;

/** In one prompt of the owner's wallet, where it is the one that signs. */
const approveAll: Decide = (sells, notes, mark) =>
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

/** One after the other. */
const rejectAll: Decide = async (sells, notes, mark) => {
  for (const sell of sells) {
    mark(sell, { state: 'running' });
    try {
      await rejectSell(sell.id, notes);
      mark(sell, DONE);
    } catch (error) {
      if (error instanceof AdminSessionEnded) throw error;
      mark(sell, failed('reject', error));
    }
  }
};

const DECIDE: Readonly<Record<Kind, Decide>> = { approve: approveAll, reject: rejectAll };
const DONE: Decision = { state: 'done' };
const sent = ({ payout, payoutAmount }: SellJson): Decision => ({
  state: 'done',
  sent: payout?.amount ?? payoutAmount,
  isOutside: payout?.status === 'awaiting-outside',
});

const failed = (kind: Kind, error: unknown): Decision =>
  failedDecision(error, { title: words[kind].failed, otherwise: words.failedDetail[kind] });
