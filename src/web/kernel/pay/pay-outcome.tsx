import { amountText } from '../ui/format/digits.ts';
import { formatTrimmed } from '../ui/format/format.ts';
import { Notice } from '../ui/cards/notice.tsx';
import { Reference } from '../ui/marks/reference.tsx';
import { payTexts } from './pay-texts.ts';
import { dateTimeText } from '../ui/format/times.ts';
import type { Progress } from './progress.ts';

const says = payTexts;

/** What the user is told or asked at this point of the payment. */
export function PayOutcome({ progress }: { readonly progress: Progress }) {
  const { purpose, outcome, stage, signature } = progress;
  const own = says[purpose];
  switch (outcome.kind) {
    case 'running': {
      if (progress.canSend && stage === 'sign') {
        return <p className="text-sm text-quiet">{says.canSend(progress.walletName)}</p>;
      }
      const isAsking = stage === 'quote' || stage === 'sign' || signature === null;
      return isAsking ? null : <p className="text-sm text-quiet">{says.leave}</p>;
    }
    case 'changed': {
      const { title, detail } = own.changed;
      // What would be got, or paid, now.
      const [unit, now] =
        purpose === 'bond' ? ['LMT', progress.lmtAmount] : ['SOL', progress.amount];
      const told = (amount: string) => amountText(unit, amount, 'exact');
      return (
        <Notice tone="time" title={title}>
          {detail(told(outcome.expected), told(now))}
        </Notice>
      );
    }
    case 'due':
      return (
        <Notice tone="time" title={says.fee.required}>
          {says.fee.requiredDetail}
          <p className="mt-1 text-quiet">{says.fee.missing(formatTrimmed(progress.amount))}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad" title={own.failed[outcome.step]}>
          {outcome.message}
          <Reference id={outcome.requestId} />
        </Notice>
      );
    case 'stuck':
      return (
        <Notice tone="time" title={own.stuck}>
          {outcome.message}
          <Reference id={outcome.requestId} />
          {signature !== null && stage === 'record' && (
            <p className="mt-1 text-quiet">{says.leave}</p>
          )}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="bad" title={says.expired.title}>
          {says.expired.detail}
        </Notice>
      );
    case 'done': {
      const { title, pending, availableFrom } = own.done;
      const when = outcome.availableAt;
      return (
        <Notice tone="good" title={title}>
          {outcome.isPending || when === null ? pending : availableFrom(dateTimeText(when))}
        </Notice>
      );
    }
  }
}
