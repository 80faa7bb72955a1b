import type { SellJson } from '#contract/sells/sells';

import { formatTrimmed } from '../../kernel/ui/format/format.ts';
import { shortAddress } from '../../kernel/ui/format/short-address.ts';
import { verificationsTexts } from './queue-texts.ts';
import type { Toast } from '../../kernel/ui/overlays/toast.ts';
import type { Decision, Decisions, Kind } from './decision.ts';

const { decide: words } = verificationsTexts;

/** How a decision went: the one, or how many of several. */
export function decidedToast(kind: Kind, sells: readonly SellJson[], decisions: Decisions): Toast {
  const faults = sells.flatMap(({ id }) => {
    const decision = decisions.get(id);
    return decision?.state === 'failed' ? [decision.fault] : [];
  });
  const [only] = sells;
  const [first] = faults;
  if (first === undefined || only === undefined) {
    const detail =
      sells.length === 1 && only
        ? ofOne(kind, only, decisions.get(only.id))
        : words[kind].doneMany(sells.length, sells.length);
    // A rejection is no success of its seller: it has no green tick.
    const tone = kind === 'approve' ? 'success' : 'info';
    return { tone, title: words[kind].done, detail };
  }
  const title = words[kind].failed;
  if (sells.length === 1) {
    const { message, requestId } = first;
    return { tone: 'failure', title, detail: message, reference: requestId };
  }
  const done = words[kind].doneMany(sells.length - faults.length, sells.length);
  const detail = `${done} ${words.someFailed(faults.length, sells.length)}`;
  return { tone: 'failure', title, detail };
}

function ofOne(kind: Kind, sell: SellJson, decision: Decision | undefined): string {
  const { payoutAmount, payoutCurrency, walletAddress, lmtAmount } = sell;
  if (kind === 'reject') return words.reject.doneOne(formatTrimmed(lmtAmount));
  const done = decision?.state === 'done' ? decision : null;
  const payout = `${formatTrimmed(done?.sent ?? payoutAmount)} ${payoutCurrency}`;
  const said = done?.isOutside ? words.approve.outsideOne : words.approve.doneOne;
  return said(payout, shortAddress(walletAddress));
}
