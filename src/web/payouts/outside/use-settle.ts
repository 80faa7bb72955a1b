import type { OutsidePayoutJson } from '#contract/payouts/admin-payouts';
import { PATHS } from '#contract/base/paths';

import { adminCall } from '../../kernel/api/admin-client.ts';
import { outsideTexts } from '../../kernel/dashboard/pay-out/outside-texts.ts';
import { showToast } from '../../kernel/ui/overlays/toast.ts';
import { type Decisions, failedDecision } from '../queue/decision.ts';
import { eachByItself, useDecisions } from '../queue/use-decisions.ts';

const { settling: words } = outsideTexts;

/** Has payouts settled by one transaction, one after the other; one that does not fit stops no other. */
export function useSettle(payouts: readonly OutsidePayoutJson[], onAll: () => void) {
  const { start, ...judged } = useDecisions({ items: payouts, onEnd: tell, onAll });
  const settle = (signature: string, reason: string | undefined) =>
    start(
      eachByItself(
        ({ id }) =>
          adminCall('POST', PATHS.settlePayout, { params: { id }, body: { signature, reason } }),
        (error) => failedDecision(error, { title: words.failed, otherwise: words.otherwise }),
      ),
    );
  return { ...judged, settle };
}

function tell(outcome: Decisions): void {
  const failed = [...outcome.values()].filter(({ state }) => state === 'failed').length;
  if (failed === 0) {
    return showToast({
      tone: 'success',
      title: words.done,
      detail: words.doneDetail(outcome.size),
    });
  }
  const detail = words.failedDetail(failed, outcome.size);
  return showToast({ tone: 'failure', title: words.failed, detail });
}
