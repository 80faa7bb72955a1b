import { useState } from 'react';

import { PATHS } from '#contract/paths';
import type { SellJson } from '#contract/sells';

import { AdminSessionEnded, adminCall } from '../../../api/admin-client.ts';
import { rejectSell } from '../../../api/admin-sells.ts';
import { refreshAll } from '../../../api/query-client.ts';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { type OwnerSigned, payOut, payOutFault } from '../pay-out.ts';
import type { Decision, Decisions, Kind } from './decision.ts';
import { tellDecided } from './tell-decided.ts';

const { decide: words } = verificationsTexts;

interface DecideOptions {
  readonly kind: Kind;
  readonly sells: readonly SellJson[];
  /** Told of each that was decided. */
  readonly onDecided: (sell: SellJson) => void;
  /** When all of them were. */
  readonly onAll: () => void;
}

/** Approves or rejects requests one after the other; one that fails stops none of the others. */
export function useDecide({ kind, sells, onDecided, onAll }: DecideOptions) {
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [isRunning, setRunning] = useState(false);
  const left = sells.filter(({ id }) => decisions.get(id)?.state !== 'done');

  const start = async (notes: string): Promise<void> => {
    setRunning(true);
    const outcome = new Map(decisions);
    const mark = (id: string, decision: Decision) => {
      outcome.set(id, decision);
      setDecisions(new Map(outcome));
    };
    for (const { id } of left) mark(id, { state: 'waiting' });
    try {
      for (const sell of left) {
        mark(sell.id, { state: 'running' });
        const onSigning = () => mark(sell.id, { state: 'signing' });
        mark(sell.id, await decided(kind, sell, notes, onSigning));
        if (outcome.get(sell.id)?.state === 'done') onDecided(sell);
      }
      tellDecided(kind, sells, outcome);
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

async function decided(
  kind: Kind,
  sell: SellJson,
  notes: string,
  onSigning: () => void,
): Promise<Decision> {
  const { id } = sell;
  try {
    if (kind === 'approve') {
      const pay = (signed: OwnerSigned) =>
        adminCall('POST', PATHS.approveSell, {
          params: { id },
          body: { notes, ...signed },
        });
      const { walletAddress: receiver, payoutCurrency: token, payoutAmount: amount } = sell;
      const confirmed = { purpose: 'sell', subject: id, receiver, token, amount } as const;
      await payOut({ confirmed, pay, onSigning });
    } else {
      await rejectSell(id, notes);
    }
    return { state: 'done' };
  } catch (error) {
    if (error instanceof AdminSessionEnded) throw error;
    return { state: 'failed', fault: payOutFault(error, words.failedDetail[kind]) };
  }
}
