import type { Health } from '#contract/admin-health';

import { Cell } from '../../../ui/tables/cell.tsx';
import { formatNumber } from '../../../ui/format/format.ts';
import { Table } from '../../../ui/tables/table.tsx';
import { right } from '../../../ui/tables/column.ts';
import { systemTexts as words } from '../../../texts/admin-system.ts';
import { texts } from '../../../texts/texts.ts';
import { SafeAddress } from '../sensitive.tsx';

/** How far the treasury's addresses have been read. */
export function Watcher({ health }: { readonly health: Health }) {
  const slots = (count: number | null) =>
    count === null ? texts.figure.none : formatNumber(String(count), 0);
  const gapsOf = (address: string) =>
    health.gaps
      .filter((gap) => gap.address === address)
      .map(({ sinceSlot, untilSlot }) => words.gap(slots(sinceSlot), slots(untilSlot)))
      .join(' ');
  return (
    <Table label={words.watcher} head={[words.address, ...right(words.cursor, words.behind)]}>
      {health.watcher.map(({ address, cursorSlot, slotsBehind }) => (
        <tr key={address}>
          <Cell note={gapsOf(address) || undefined}>
            <SafeAddress address={address} />
          </Cell>
          <Cell right>{slots(cursorSlot)}</Cell>
          <Cell right>{slots(slotsBehind)}</Cell>
        </tr>
      ))}
    </Table>
  );
}
