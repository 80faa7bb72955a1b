import type { AdminLog } from '../../../api/admin-audit.ts';
import { auditTexts } from '../../../texts/admin-audit.ts';
import { dateTimeText } from '../../../ui/format/times.ts';
import { SafeAddress, SafeText } from '../sensitive.tsx';
import { didText } from './call-words.ts';

const { log: words } = auditTexts;

type Entry = AdminLog['entries'][number];

/** One thing the owner did; open it for before and after. */
export function LogLine({ entry }: { readonly entry: Entry }) {
  const { seq, at, actor, call, reason, hash } = entry;
  return (
    <li className="border-t border-line first:border-t-0">
      <details className="group py-2">
        <summary
          aria-label={words.show(seq)}
          className="hit grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-md"
        >
          <span className="min-w-0 truncate font-[550]" data-hint={call}>
            {didText(call, entry.after)}
          </span>
          <span className="text-sm text-faint">{dateTimeText(at)}</span>
          <span className="min-w-0 truncate text-sm text-quiet">
            {reason === null ? words.noReason : <SafeText>{reason}</SafeText>}
          </span>
          <span className="text-sm text-faint">#{seq}</span>
        </summary>
        <div className="mt-3 grid gap-3 wide:grid-cols-2">
          <Value label={words.before} value={entry.before} />
          <Value label={words.after} value={entry.after} />
        </div>
        <p className="mt-2 text-sm break-all text-faint">
          {words.actor} {isWallet(actor) ? <SafeAddress address={actor} /> : actor} ·{' '}
          <code className="font-mono">{call}</code> · {words.hash}{' '}
          <code className="font-mono">{hash}</code>
        </p>
      </details>
    </li>
  );
}

/** A line of the server's own is signed with a name instead. */
const isWallet = (actor: string): boolean => !actor.includes(' ');

function Value({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <div className="min-w-0">
      <h4 className="text-sm text-faint">{label}</h4>
      <pre className="mt-1 max-h-72 overflow-auto rounded-control bg-raise p-3 text-xs">
        <SafeText>{JSON.stringify(value, null, 2)}</SafeText>
      </pre>
    </div>
  );
}
