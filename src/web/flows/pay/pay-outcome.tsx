import { CopyButton } from '../../ui/copy-button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { bondTexts } from '../../ui/texts/bond.ts';
import { dateTimeText } from '../../ui/times.ts';
import type { Progress } from './progress.ts';

const says = bondTexts.pay;

/** What the user is told or asked at this point of the payment. */
export function PayOutcome({ progress }: { readonly progress: Progress }) {
  const { outcome, lmtAmount, stage } = progress;
  switch (outcome.kind) {
    case 'running': {
      const isAsking = stage === 'quote' || stage === 'sign';
      return isAsking ? null : <p className="text-sm text-quiet">{says.leave}</p>;
    }
    case 'changed': {
      const { title, detail } = says.changed;
      const [was, now] = [formatNumber(outcome.expected, 8), formatNumber(lmtAmount, 8)];
      return (
        <Notice tone="time" title={title}>
          {detail(was, now)}
        </Notice>
      );
    }
    case 'failed':
      return (
        <Notice tone="bad" title={says.failed.title}>
          {outcome.message}
          <Reference id={outcome.requestId} />
        </Notice>
      );
    case 'stuck':
      return (
        <Notice tone="time" title={says.stuck}>
          {outcome.message}
          <Reference id={outcome.requestId} />
          <p className="mt-1 text-quiet">{says.leave}</p>
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="bad" title={says.expired.title}>
          {says.expired.detail}
        </Notice>
      );
    case 'done': {
      const { title, pending, availableFrom } = says.done;
      const when = outcome.availableAt;
      return (
        <Notice tone="good" title={title}>
          {outcome.isPending || when === null ? pending : availableFrom(dateTimeText(when))}
        </Notice>
      );
    }
  }
}

function Reference({ id }: { readonly id: string | null }) {
  if (id === null) return null;
  return (
    <p className="mt-1 flex items-center gap-1 text-quiet">
      {says.reference} <code className="min-w-0 font-mono break-all">{id}</code>
      <CopyButton value={id} />
    </p>
  );
}
