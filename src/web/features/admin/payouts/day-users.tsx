import type { DailyRequirementJson } from '#contract/admin-forecast';

import { Cell } from '../../../ui/tables/cell.tsx';
import { Table } from '../../../ui/tables/table.tsx';
import { right } from '../../../ui/tables/column.ts';
import { payoutsTexts } from '../../../texts/admin-payouts.ts';
import { dateTimeText } from '../../../ui/format/times.ts';
import { FigureCell } from '../figure-cell.tsx';
import { SafeAddress, SafeText } from '../sensitive.tsx';

const { daily: words } = payoutsTexts;

/** Who can sell on a day, and what that would cost. */
export function DayUsers({ day }: { readonly day: DailyRequirementJson }) {
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
