import type { StakeJson } from '#contract/vaults/vaults';

import { amountText } from '../kernel/ui/format/digits.ts';
import { isZero } from '../kernel/ui/format/format.ts';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';

/** Says of a vault that restaked by itself when that was and what it cost; nothing of any other. */
export function RestakedBanner({ stake }: { readonly stake: StakeJson }) {
  const { lastRestakeType, restakeProcessedAt, lastRestakeFeeAmount } = stake;
  if (lastRestakeType !== 'auto' || restakeProcessedAt === null) return null;
  const { title, text, free } = vaultTexts.restaked;
  const when = dateTimeText(restakeProcessedAt);
  const fee = lastRestakeFeeAmount ?? '';
  return (
    <Notice title={title}>
      <span className="text-quiet">
        {isZero(fee) ? free(when) : text(when, amountText('LMT', fee))}
      </span>
    </Notice>
  );
}
