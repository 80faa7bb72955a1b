import type { Health } from '#contract/alerts/health';

import { adminHealthQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { Columns } from '../kernel/ui/cards/columns.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { systemTexts as words } from '../kernel/dashboard/system-texts.ts';
import { Alerts } from './alerts.tsx';
import { HealthStatus } from './health-status.tsx';
import { Jobs } from './jobs.tsx';
import { Nonces } from '../payouts/nonces.tsx';
import { MovementsCard } from '../treasury/movements/movements-card.tsx';
import { Performance } from './performance.tsx';
import { ProofCard } from '../proof/proof-card.tsx';
import { digitsOf } from '../kernel/ui/format/digits.ts';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { Table } from '../kernel/ui/tables/table.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { FigureCell } from '../kernel/dashboard/figure-cell.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { SafeAddress } from '../kernel/dashboard/sensitive.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { dateTimeText, ageText } from '../kernel/ui/format/times.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { priceDecimals } from '../kernel/ui/format/price-decimals.ts';

/** How everything is, as measured: nothing here is fixed text. */
export default function SystemTab() {
  const read = useRead(adminHealthQuery());
  const shared = { read, says: words, skeleton: { rows: 6 } };
  const below = { ...shared, ageless: true };
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataCard title={words.alerts} {...shared}>
        {(health) => <Alerts health={health} />}
      </DataCard>
      <Columns
        left={
          <>
            <DataCard title={words.health} {...below}>
              {(health) => <HealthStatus health={health} />}
            </DataCard>
            <DataCard title={words.budget} {...below}>
              {(health) => <Budget health={health} />}
            </DataCard>
            <DataCard title={words.watcher} {...below}>
              {(health) => <Watcher health={health} />}
            </DataCard>
            <DataCard title={words.jobs} {...below}>
              {(health) => <Jobs health={health} />}
            </DataCard>
          </>
        }
        right={
          <>
            <DataCard title={words.performance} {...below}>
              {(health) => <Performance health={health} />}
            </DataCard>
            <Nonces />
            <ProofCard />
            <DataCard title={words.feedTitle} {...below}>
              {(health) => <PriceFeed health={health} />}
            </DataCard>
            <DataCard title={words.configuration} {...below}>
              {(health) => <Configuration health={health} />}
            </DataCard>
          </>
        }
      />
      <MovementsCard />
    </div>
  );
}

const TOKENS = ['SOL', 'USDC'] as const;
const SHARES = ['balance', 'reserved', 'setAside', 'available'] as const;

/** What the treasury could pay out now. */
function Budget({ health }: { readonly health: Health }) {
  const { treasury } = health;
  if (treasury === null) return <p className="text-faint">{texts.figure.none}</p>;
  return (
    <Table label={words.budget} head={[words.share, ...right(...TOKENS)]}>
      {SHARES.map((share) => (
        <tr key={share}>
          <Cell>{words.shares[share]}</Cell>
          {TOKENS.map((token) => (
            <FigureCell key={token} decimals={digitsOf(token)} value={treasury[token][share]} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** How far the treasury's addresses have been read. */
function Watcher({ health }: { readonly health: Health }) {
  const slots = (count: number | null) =>
    count === null ? texts.figure.none : formatNumber(String(count), 0);
  const gapsOf = (address: string) =>
    health.gaps
      .filter((gap) => gap.address === address)
      .map(({ sinceSlot, untilSlot }) => words.gap(slots(sinceSlot), slots(untilSlot)))
      .join(' ');
  return (
    <Table
      label={words.watcher}
      head={[words.address, ...right(words.cursor, words.behind, words.reconciled)]}
    >
      {health.watcher.map(({ address, cursorSlot, slotsBehind, reconciledAt }) => (
        <tr key={address}>
          <Cell note={gapsOf(address) || undefined}>
            <SafeAddress address={address} />
          </Cell>
          <Cell right>{slots(cursorSlot)}</Cell>
          <Cell right>{slots(slotsBehind)}</Cell>
          <Cell right nowrap>
            {reconciledAt === null ? texts.figure.none : dateTimeText(reconciledAt)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** What the server runs with, and whether its ledger holds. */
function Configuration({ health }: { readonly health: Health }) {
  const { config, invariants } = health;
  const apy = (value: string | null) =>
    value === null ? texts.figure.none : `${formatNumber(value, 2)}%`;
  const { broken, checkedAt } = invariants;
  return (
    <KeyValues
      items={[
        { key: words.baseAPY, value: apy(config.baseAPY) },
        { key: words.maxAPY, value: apy(config.maxDynamicAPY) },
        { key: words.treasuryAddress, value: <SafeAddress address={config.treasuryAddress} /> },
        { key: words.network, value: texts.network[config.network] },
        {
          key: words.invariants,
          value: (
            <Badge tone={checkedAt === null ? 'neutral' : broken.length === 0 ? 'good' : 'bad'}>
              {broken.length > 0
                ? words.invariantsBroken(broken.length)
                : checkedAt === null
                  ? texts.figure.none
                  : words.invariantsHold}
            </Badge>
          ),
          note: checkedAt === null ? words.unchecked : words.checked(dateTimeText(checkedAt)),
        },
        { key: words.version, value: config.version },
        { key: words.node, value: config.node },
      ]}
    />
  );
}

/** Every symbol with its price, where that comes from, and how old it is. */
function PriceFeed({ health }: { readonly health: Health }) {
  const { priceFeed } = health;
  if (priceFeed === null) return <p className="text-faint">{texts.figure.none}</p>;
  return (
    <Table
      label={words.feedTitle}
      head={[
        words.symbol,
        ...right(words.price),
        { label: words.source, roomy: true },
        ...right(words.age, words.state),
      ]}
    >
      {priceFeed.symbols.map(({ symbol, price, source, ageMs, stale }) => (
        <tr key={symbol}>
          <Cell>{symbol}</Cell>
          <Cell right>
            <Figure value={price} decimals={priceDecimals(price ?? '')} prefix="$" />
          </Cell>
          <Cell roomy>{source === null ? '–' : words.sources[source]}</Cell>
          <Cell right>{ageMs === null ? '–' : ageText(ageMs)}</Cell>
          <Cell right>
            {price !== null && (
              <Badge tone={stale ? 'time' : 'good'}>{stale ? words.stale : words.fresh}</Badge>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
