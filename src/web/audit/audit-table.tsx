import type { AuditedUserJson } from '#contract/audit/admin-audit';

import type { AuditChoice, AuditSort } from '../kernel/api/reads/audit-queries.ts';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { type Order, sortedBy } from '../kernel/ui/tables/column.ts';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { shortAddress } from '../kernel/ui/format/short-address.ts';
import { auditTexts as words } from './audit-texts.ts';
import { Tooltip } from '../kernel/ui/overlays/tooltip.tsx';
import { VirtualTable } from '../kernel/ui/tables/virtual-table.tsx';
import { RiskBadge } from '../users/risk-badge.tsx';
import { PaidCell } from '../kernel/dashboard/paid-cell.tsx';
import { FigureCell } from '../kernel/dashboard/figure-cell.tsx';
import {
  SafeAddress,
  SafeFigure,
  SafeText,
  useHidden,
  useSafeSentence,
} from '../kernel/dashboard/sensitive.tsx';
import { difference } from './difference.ts';

interface AuditTableProps {
  readonly users: readonly AuditedUserJson[];
  readonly total: number;
  readonly choice: AuditChoice;
  readonly onSort: (choice: AuditChoice) => void;
  readonly onOpen: (userId: string) => void;
  readonly onEnd: () => void;
}

const COLUMNS = [
  ['risk', 'risk'],
  ['wallet', 'wallet'],
  ['bonded', 'bonded'],
  ['fees', null],
  ['staked', 'staked'],
  ['unstaked', 'unstaked'],
  ['rewards', null],
  ['verification', null],
  ['issues', 'issues'],
] as const;
const LEFT: readonly string[] = ['risk', 'wallet', 'verification', 'issues'];

/** Every user that the filter leaves; a row opens the user editor. */
export function AuditTable({ users, total, choice, onSort, onOpen, onEnd }: AuditTableProps) {
  const isHidden = useHidden();
  if (users.length === 0) return <Empty title={words.empty} />;
  const count = (value: number) => formatNumber(String(value), 0);
  /** Wallets begin with the first letter, all else with the most. */
  const sorting = (sort: AuditSort) => ({
    order: choice,
    onOrder: (order: Order<AuditSort>) => onSort({ ...choice, ...order }),
    first: sort === 'wallet' ? ('asc' as const) : ('desc' as const),
  });
  return (
    <div>
      <p className="mb-1 text-sm text-faint">
        <SafeText>{words.count(count(users.length), count(total))}</SafeText>
      </p>
      <VirtualTable
        label={words.list}
        keptAs="admin audit"
        items={users}
        total={isHidden ? users.length : total}
        keyOf={({ userId }) => userId}
        onEnd={onEnd}
        onOpen={({ userId }) => onOpen(userId)}
        head={COLUMNS.map(([name, sort]) => {
          const label = words.columns[name];
          const column =
            sort === null ? { label } : sortedBy<AuditSort>(sort, label, sorting(sort));
          return { ...column, right: !LEFT.includes(name) };
        })}
        row={rowOf}
      />
    </div>
  );
}

const rowOf = (user: AuditedUserJson) => <Row user={user} />;

/** A click anywhere in it, its button included, opens it. */
function Row({ user }: { readonly user: AuditedUserJson }) {
  const { totals, bonds, inconsistencies } = user;
  const isHidden = useHidden();
  const safe = useSafeSentence();
  const calc = difference(totals.unstakedLMT, totals.unstakedLMTCalculated);
  const drift = difference(totals.rewardsEarned, totals.rewardsRecomputed);
  const verified = bonds.filter(({ chainVerified }) => chainVerified).length;
  return (
    <>
      <Cell>
        <button
          type="button"
          className="hit rounded-md"
          aria-label={words.open(isHidden ? '' : shortAddress(user.walletAddress))}
        >
          <RiskBadge level={user.riskLevel} />
        </button>
      </Cell>
      <Cell>
        <SafeAddress address={user.walletAddress} copy={false} />
      </Cell>
      <PaidCell sol={totals.bondedSOL} usdc={totals.bondedUSDC} />
      <Cell
        right
        note={
          totals.stakesWithoutFees > 0 && (
            <b className="font-[560] text-amber">{words.missingFees(totals.stakesWithoutFees)}</b>
          )
        }
      >
        <SafeFigure value={totals.totalStakingFeesSOL} unit="SOL" />
      </Cell>
      <FigureCell value={totals.stakedLMT} decimals={2} />
      <Compared
        value={totals.unstakedLMT}
        label={words.calc}
        other={calc === null ? null : totals.unstakedLMTCalculated}
      />
      <Compared value={totals.rewardsEarned} label={words.drift} other={drift} />
      <Cell>{bonds.length === 0 ? words.noBonds : `${verified}/${bonds.length}`}</Cell>
      <Cell>
        {inconsistencies.length === 0 ? (
          <span className="text-faint">{words.noIssues}</span>
        ) : (
          <Tooltip text={safe(inconsistencies.join(' · '))}>
            {words.issueCount(inconsistencies.length)}
          </Tooltip>
        )}
      </Cell>
    </>
  );
}

interface ComparedProps {
  readonly value: string;
  readonly label: string;
  /** Shown below it where the two differ by more than is tolerated. */
  readonly other: string | null;
}

function Compared({ value, label, other }: ComparedProps) {
  const note = other !== null && (
    <span className="text-amber">
      {label} <SafeFigure value={other} decimals={2} />
    </span>
  );
  return (
    <Cell right note={note}>
      <SafeFigure value={value} decimals={2} />
    </Cell>
  );
}
