import type { StakeJson } from '#contract/stakes';
import { CYCLE_MS } from '#domain/terms/terms';

import { useServerNow } from '../../api/use-server-now.ts';
import { KeyValues } from '../../ui/tables/key-values.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { ExactLmt } from '../vault/exact-lmt.tsx';
import { vaultTotal } from '../vault/instead-text.ts';
import { percentText } from '../vault/use-rates.ts';

interface RestakeFiguresProps {
  /** As it is, or was, before. */
  readonly stake: StakeJson;
  /** When the new cycle matures; null while it has not begun. */
  readonly matures: string | null;
}

/** The vault before and after a restake, to the last digit. */
export function RestakeFigures({ stake, matures }: RestakeFiguresProps) {
  const now = useServerNow();
  const { restake: says, dialog } = vaultTexts;
  const { amount, rewardsAccrued, window } = stake;
  if (!window) return null;
  const ends = matures ?? new Date(now + CYCLE_MS).toISOString();
  return (
    <KeyValues
      items={[
        { key: dialog.principal, value: <ExactLmt value={amount} /> },
        { key: dialog.rewards, value: <ExactLmt value={rewardsAccrued} /> },
        { key: dialog.total, value: <ExactLmt value={vaultTotal(stake)} /> },
        {
          key: says.fee,
          note: says.feeNote(percentText(window.restakeFee)),
          value: <ExactLmt value={window.restake.fee} minus />,
        },
        { key: says.after, value: <ExactLmt value={window.restake.netAmount} strong /> },
        { key: says.matures, value: dateTimeText(ends) },
      ]}
    />
  );
}
