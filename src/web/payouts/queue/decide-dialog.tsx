import { useState } from 'react';

import type { TreasuryBudget } from '#contract/payouts/admin-payouts';
import type { SellJson } from '#contract/sells/sells';
import { NONCE_SEEDS } from '#domain/payouts/payout-labels';

import { serverOffsetMs } from '../../kernel/api/server-time.ts';
import { AskDialog } from '../../kernel/ui/overlays/ask-dialog.tsx';
import { verificationsTexts } from './queue-texts.ts';
import { TextField } from '../../kernel/ui/forms/text-field.tsx';
import { BeforeAfter } from '../../kernel/dashboard/before-after.tsx';
import { SafeFigure } from '../../kernel/dashboard/sensitive.tsx';
import { DecideList } from './decide-list.tsx';
import { type Need, needsOf } from './budget.ts';
import type { Kind } from './decision.ts';
import { useDecide } from './use-decide.ts';

const { decide: words } = verificationsTexts;

interface DecideDialogProps {
  readonly kind: Kind;
  /** One, or several at once. */
  readonly sells: readonly SellJson[];
  readonly treasury: TreasuryBudget | null;
  readonly onDecided: (sell: SellJson) => void;
  readonly onClose: () => void;
}

/** Approves and pays, or rejects: says what it takes, asks for notes, and shows how far it is. */
export function DecideDialog({ kind, sells, treasury, onDecided, onClose }: DecideDialogProps) {
  const [notes, setNotes] = useState(() => words.defaultNotes[kind](timeNow()));
  const { decisions, left, isRunning, hasStarted, start } = useDecide({
    kind,
    sells,
    onDecided,
    onAll: onClose,
  });
  const needs = kind === 'approve' ? needsOf(left, treasury) : [];
  const hasFailed = hasStarted && !isRunning;
  return (
    <AskDialog
      title={words[kind].title(sells.length)}
      description={words[kind].hint}
      cancel={hasFailed ? words.close : words.cancel}
      confirm={hasFailed ? words.retry : words[kind].button}
      tone={kind === 'approve' ? 'primary' : 'destructive'}
      isBusy={isRunning}
      onConfirm={() => void start(notes.trim())}
      onClose={onClose}
    >
      <DecideList sells={sells} decisions={decisions} />
      {kind === 'approve' && sells.length > NONCE_SEEDS.length && (
        <p className="text-sm text-quiet">{words.groups(NONCE_SEEDS.length)}</p>
      )}
      {needs.length > 0 && <BeforeAfter changes={needs.map(changeOf)} />}
      <TextField
        label={words.notes}
        hint={words.notesHint}
        maxLength={1_000}
        value={notes}
        disabled={isRunning}
        onChange={setNotes}
      />
    </AskDialog>
  );
}

function changeOf({ token, available, left, isShort }: Need) {
  return {
    label: words.available(token),
    before: <SafeFigure value={available} unit={token} />,
    after: <SafeFigure value={left} unit={token} className={isShort ? 'text-red' : undefined} />,
  };
}

/** Protocol time, to the minute, like '2026-11-15 09:45 UTC'. */
function timeNow(): string {
  const iso = new Date(Date.now() + serverOffsetMs()).toISOString();
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
