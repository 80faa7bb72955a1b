import type { VaultForecastJson } from '#contract/admin-forecast';

import { Cell } from '../../../ui/tables/cell.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { Table } from '../../../ui/tables/table.tsx';
import { right } from '../../../ui/tables/column.ts';
import { payoutsTexts } from '../../../texts/admin-payouts.ts';
import { dateTimeText } from '../../../ui/format/times.ts';
import { FigureCell } from '../figure-cell.tsx';
import { SafeAddress } from '../sensitive.tsx';

const { vault: words } = payoutsTexts;

interface VaultTableProps {
  readonly label: string;
  readonly vaults: readonly VaultForecastJson[];
  readonly empty: string;
}

/** Vaults by when they mature, with what their owners may sell and what that costs. */
export function VaultTable({ label, vaults, empty }: VaultTableProps) {
  if (vaults.length === 0) return <Empty title={empty} />;
  return (
    <Table
      label={label}
      head={[
        words.vault,
        ...right(words.days, words.date, words.staked, words.total),
        ...right(words.sellable, words.sol, words.usdc),
      ]}
    >
      {vaults.map((vault) => (
        <tr key={vault.stakeId}>
          <Cell note={<span className="font-mono">{vault.stakeId.slice(-6)}</span>}>
            <SafeAddress address={vault.walletAddress} copy={false} />
          </Cell>
          <Cell right>{vault.daysUntilMaturation}</Cell>
          <Cell right>{dateTimeText(vault.maturationDate)}</Cell>
          <FigureCell value={vault.stakedAmount} unit="LMT" />
          <FigureCell value={vault.totalLMTAtMaturation} unit="LMT" />
          <FigureCell value={vault.maxSellable50Percent} unit="LMT" />
          <FigureCell value={vault.requiredTreasurySOL} unit="SOL" />
          <FigureCell value={vault.requiredTreasuryUSDC} unit="USDC" />
        </tr>
      ))}
    </Table>
  );
}
