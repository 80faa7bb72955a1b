import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';

import type { DailyRequirementJson } from '#contract/treasury/admin-forecast';

import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Table } from '../../kernel/ui/tables/table.tsx';
import { right } from '../../kernel/ui/tables/column.ts';
import { payoutsTexts } from './forecast-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { FigureCell } from '../../kernel/dashboard/figure-cell.tsx';
import { DayBadge } from './day-badge.tsx';
import { SafeAddress, SafeText } from '../../kernel/dashboard/sensitive.tsx';

const { daily: words } = payoutsTexts;

/** Seven days; a click on one shows whom it has to be paid to. */
export function DailyTable({ days }: { readonly days: readonly DailyRequirementJson[] }) {
  const [open, setOpen] = useState<number | null>(null);
  if (days.every(({ userCount }) => userCount === 0)) return <Empty title={words.empty} />;
  return (
    <Table
      label={words.title}
      head={[words.day, words.date, ...right(words.sellers, words.sol, words.usdc, words.required)]}
    >
      {days.map((day) => (
        <Fragment key={day.day}>
          <DayRow
            day={day}
            isOpen={open === day.day}
            onToggle={() => setOpen(open === day.day ? null : day.day)}
          />
          {open === day.day && (
            <tr>
              <td colSpan={6} className="bg-raise/40 p-3">
                <DayUsers day={day} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </Table>
  );
}

interface DayRowProps {
  readonly day: DailyRequirementJson;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DayRow({ day, isOpen, onToggle }: DayRowProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr className="cursor-pointer" onClick={onToggle}>
      <Cell>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={words.open(day.day)}
          className="hit inline-flex items-center gap-1 rounded-md"
        >
          <Icon aria-hidden className="size-4 text-faint" />
          <DayBadge day={day.day} />
        </button>
      </Cell>
      <Cell nowrap>{dateTimeText(day.date)}</Cell>
      <FigureCell value={String(day.sellerCount)} decimals={0} />
      <FigureCell value={day.payoutSOL} unit="SOL" />
      <FigureCell value={day.payoutUSDC} unit="USDC" />
      <FigureCell value={day.requiredSOL} unit="SOL" />
    </tr>
  );
}

/** Who can sell on a day, and what that would cost. */
function DayUsers({ day }: { readonly day: DailyRequirementJson }) {
  const { userBreakdowns, userCount } = day;
  const { wallet, net, available, gross, fee, ends } = words;
  if (userBreakdowns.length === 0) return <p className="text-quiet">{words.nobody}</p>;
  return (
    <>
      <Table
        label={words.users(day.day)}
        head={[wallet, ...right(net, available, gross, fee, ends)]}
      >
        {userBreakdowns.map((user) => (
          <tr key={`${user.userId}${user.cycleEndDate ?? ''}`}>
            <Cell>
              <SafeAddress address={user.walletAddress} />
            </Cell>
            <FigureCell value={user.netUSDPayout} prefix="$" />
            <FigureCell value={user.remainingCapacity} unit="LMT" />
            <FigureCell value={user.grossUSDAmount} prefix="$" />
            <FigureCell value={user.sellFeeUSD} prefix="$" />
            <Cell right>
              {user.cycleEndDate === null ? words.pending : dateTimeText(user.cycleEndDate)}
            </Cell>
          </tr>
        ))}
      </Table>
      {userCount > userBreakdowns.length && (
        <p className="mt-2 text-sm text-faint">
          <SafeText>{words.more(userCount - userBreakdowns.length)}</SafeText>
        </p>
      )}
    </>
  );
}
