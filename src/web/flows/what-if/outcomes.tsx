import { DECIMALS, type PayToken, formatAmount, formatDecimal } from '#domain/base/money';
import { iso } from '#domain/base/time';
import { type Outcome, type Way, outcomes } from '#domain/user/outcomes';
import { windowEndsAt } from '#domain/vaults/vault';

import { whatIfTexts as says } from '../../texts/amounts/what-if.ts';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { formatNumber } from '../../ui/format/format.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { Cell } from '../../ui/tables/cell.tsx';
import { Table } from '../../ui/tables/table.tsx';
import { TableHead } from '../../ui/tables/table-head.tsx';
import type { Asked } from './asked.ts';
import { useOutlook } from './use-outlook.ts';

const WAYS: Readonly<Record<Asked['kind'], readonly Way[]>> = {
  stake: ['release', 'auto', 'half', 'sell'],
  restake: ['release', 'auto', 'restake', 'half', 'sell'],
  sell: ['release', 'auto', 'half', 'sell'],
};

/** Each way with how one stands after it: by the rules that will decide it. */
export default function Outcomes(asked: Asked) {
  const looked = useOutlook(asked);
  if (looked === 'reading') return <Skeleton className="my-2 h-[220px]" />;
  const { outlook, at } = looked ?? {};
  const shown = outlook && at !== undefined ? outcomes(outlook, WAYS[asked.kind], at) : [];
  const end = outlook ? windowEndsAt(outlook.vault, outlook.terms) : null;
  if (!outlook || end === null || shown.length === 0) {
    const isTyped = asked.kind !== 'stake' || asked.amount !== null;
    return <p className="py-2 text-sm text-quiet">{isTyped ? says.none : says.empty}</p>;
  }
  const note = says.notes[asked.kind === 'stake' ? 'stake' : 'window'];
  const { way, staked, unstaked, paid, worth } = says.head;
  return (
    <div className="grid gap-3 py-2">
      <p className="text-sm text-quiet">{note(dateTimeText(iso(end)))}</p>
      <Table
        label={says.label}
        head={
          <>
            <TableHead>{way}</TableHead>
            <TableHead right>{staked}</TableHead>
            <TableHead right>{unstaked}</TableHead>
            <TableHead right>{paid}</TableHead>
            <TableHead right>{worth}</TableHead>
          </>
        }
      >
        {shown.map((outcome) => (
          <Row
            key={outcome.way}
            outcome={outcome}
            token={outlook.payoutToken}
            isSet={outcome.way === (outlook.vault.autoRestake ? 'auto' : 'release')}
          />
        ))}
      </Table>
      <p className="text-sm text-faint">{says.terms}</p>
    </div>
  );
}

interface RowProps {
  readonly outcome: Outcome;
  readonly token: PayToken;
  /** What happens by itself, as the vault is set. */
  readonly isSet: boolean;
}

function Row({ outcome, token, isSet }: RowProps) {
  const { way, staked, unstaked, sold, payout, fees, nextRewards, worth } = outcome;
  const lmt = (amount: typeof staked) => formatNumber(formatAmount('LMT', amount), 4);
  return (
    <tr>
      <Cell note={fees > 0n ? says.fee(lmt(fees)) : isSet ? says.asSet : undefined}>
        <span className="font-[550] whitespace-nowrap">{says.ways[way]}</span>
      </Cell>
      <Cell right note={staked > 0n ? says.next(lmt(nextRewards)) : undefined}>
        {staked > 0n ? <Figure value={formatAmount('LMT', staked)} /> : '–'}
      </Cell>
      <Cell right>{unstaked > 0n ? <Figure value={formatAmount('LMT', unstaked)} /> : '–'}</Cell>
      <Cell right note={sold > 0n ? says.sold(lmt(sold)) : undefined}>
        {payout > 0n ? (
          <Figure
            value={formatDecimal(payout, DECIMALS[token])}
            decimals={token === 'SOL' ? 4 : 2}
            unit={token}
          />
        ) : (
          '–'
        )}
      </Cell>
      <Cell right>
        <Figure value={formatAmount('USDC', worth)} decimals={2} prefix="$" />
      </Cell>
    </tr>
  );
}
