import type { FixChangeJson } from '#contract/audit/chain-audit';

import { Badge } from '../ui/marks/badge.tsx';
import { Cell } from '../ui/tables/cell.tsx';
import { Table } from '../ui/tables/table.tsx';
import { right } from '../ui/tables/column.ts';
import { adminTexts } from './dashboard-texts.ts';
import { FigureCell } from './figure-cell.tsx';
import { useSafeSentence } from './sensitive.tsx';
import { WholeAddress } from './whole-wallet.tsx';

const { plan: words } = adminTexts;

/** What would be changed, line by line. */
export function PlanChanges({ changes }: { readonly changes: readonly FixChangeJson[] }) {
  const safe = useSafeSentence();
  return (
    <Table
      label={words.table}
      head={[words.what, words.wallet, ...right(words.paid, words.lmt), words.why]}
    >
      {changes.map((change) => (
        <tr key={change.kind === 'delete-bond' ? change.bondId : change.depositId}>
          <Cell>
            <Badge tone={change.kind === 'delete-bond' ? 'bad' : 'good'}>
              {words[change.kind]}
            </Badge>
          </Cell>
          <Cell>
            <div className="w-[15ch] sm:w-[29ch]">
              <WholeAddress address={change.walletAddress} />
            </div>
          </Cell>
          <FigureCell value={change.amount} unit={change.tokenType} />
          <FigureCell value={change.lmtAmount} />
          <Cell>{safe(change.why)}</Cell>
        </tr>
      ))}
    </Table>
  );
}

/** What stays as it is, and why. */
export function PlanNotes({ notes }: { readonly notes: readonly string[] }) {
  const safe = useSafeSentence();
  if (notes.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-[550] text-faint">{words.left}</h3>
      <ul className="grid list-disc gap-1 pl-4 text-sm text-quiet">
        {notes.map((note) => (
          <li key={note}>{safe(note)}</li>
        ))}
      </ul>
    </section>
  );
}
