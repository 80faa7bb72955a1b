import { useState } from 'react';

import type { OutsidePayoutJson } from '#contract/admin-payouts';
import { PATHS } from '#contract/paths';

import { AdminSessionEnded, adminCall } from '../../../../api/admin-client.ts';
import { refreshAll } from '../../../../api/query-client.ts';
import { outsideTexts } from '../../../../texts/admin-outside.ts';
import { showToast } from '../../../../ui/overlays/toast.ts';
import { type Decision, type Decisions, failedDecision } from '../decision.ts';

const { settling: words } = outsideTexts;

/** Has payouts settled by one transaction, one after the other; one that does not fit stops no other. */
export function useSettle(payouts: readonly OutsidePayoutJson[], onAll: () => void) {
  const [judged, setJudged] = useState<Decisions>(new Map());
  const [isRunning, setRunning] = useState(false);

  const start = async (signature: string, reason: string | undefined): Promise<void> => {
    setRunning(true);
    const outcome = new Map(judged);
    const mark = (id: string, decision: Decision) => {
      outcome.set(id, decision);
      setJudged(new Map(outcome));
    };
    const left = payouts.filter(({ id }) => outcome.get(id)?.state !== 'done');
    for (const { id } of left) mark(id, { state: 'waiting' });
    try {
      for (const { id } of left) {
        mark(id, { state: 'running' });
        mark(id, await settled(id, signature, reason));
      }
      const failed = payouts.filter(({ id }) => outcome.get(id)?.state === 'failed').length;
      tell(failed, payouts.length);
      if (failed === 0) onAll();
    } catch (error) {
      // Without a session the gate takes the place of all this.
      if (!(error instanceof AdminSessionEnded)) throw error;
    } finally {
      setRunning(false);
      void refreshAll();
    }
  };

  return { judged, isRunning, start };
}

async function settled(
  id: string,
  signature: string,
  reason: string | undefined,
): Promise<Decision> {
  try {
    await adminCall('POST', PATHS.settlePayout, { params: { id }, body: { signature, reason } });
    return { state: 'done' };
  } catch (error) {
    if (error instanceof AdminSessionEnded) throw error;
    return failedDecision(error, { title: words.failed, otherwise: words.otherwise });
  }
}

function tell(failed: number, total: number): void {
  if (failed === 0) {
    return showToast({ tone: 'success', title: words.done, detail: words.doneDetail(total) });
  }
  return showToast({
    tone: 'failure',
    title: words.failed,
    detail: words.failedDetail(failed, total),
  });
}
