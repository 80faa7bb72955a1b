import { useState } from 'react';

import type { OutsidePayoutJson } from '#contract/payouts/admin-payouts';
import { PATHS } from '#contract/base/paths';
import { SELL_ANSWER_MS } from '#domain/terms/terms';

import { adminFile, adminCall } from '../../kernel/api/admin-client.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { outsideTexts as words } from '../../kernel/dashboard/pay-out/outside-texts.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Check } from '../../kernel/ui/forms/check.tsx';
import { formatTrimmed } from '../../kernel/ui/format/format.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { CopyButton } from '../../kernel/ui/marks/copy-button.tsx';
import { Toolbar } from '../../kernel/ui/tables/toolbar.tsx';
import { SafeFigure, SafeTransaction, useSafeName } from '../../kernel/dashboard/sensitive.tsx';
import { ExportButton } from '../../kernel/dashboard/export-button.tsx';
import { WholeWallet } from '../../kernel/dashboard/whole-wallet.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { WriteDialog } from '../../kernel/dashboard/confirm-dialog.tsx';

/** '2 SOL'. */
const amountText = ({ amount, tokenType }: OutsidePayoutJson): string =>
  `${formatTrimmed(amount)} ${tokenType}`;

/** What the treasury has to pay elsewhere: exported, paid there, and settled by its signature here. */
export function OutsidePayouts({ payouts }: { readonly payouts: readonly OutsidePayoutJson[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [settling, setSettling] = useState<readonly OutsidePayoutJson[]>([]);
  const [givenUp, setGivenUp] = useState<OutsidePayoutJson | null>(null);
  const safe = useSafeName();
  const nameOf = (payout: OutsidePayoutJson) => safe(amountText(payout));
  const picked = payouts.filter(({ id }) => chosen.has(id));
  const pick = (id: string, isPicked: boolean) =>
    setChosen(new Set([...chosen].filter((each) => each !== id).concat(isPicked ? [id] : [])));
  return (
    <section aria-label={words.list}>
      <p className="mb-3 text-quiet">{words.hint}</p>
      <Toolbar label={words.tools}>
        <p role="status" className="mr-auto text-sm text-quiet">
          {words.selected(picked.length)}
        </p>
        <ExportButton
          read={() => adminFile(PATHS.outsidePayoutsCsv)}
          file="lmt-payouts-outside.csv"
        >
          {words.export}
        </ExportButton>
        <Button size="sm" disabled={picked.length === 0} onClick={() => setSettling(picked)}>
          {words.settleSelected}
        </Button>
      </Toolbar>
      <ul className="grid gap-4 wide:grid-cols-2">
        {payouts.map((payout) => (
          <li key={payout.id} className="grid content-start gap-3 rounded-control bg-raise p-4">
            <Check
              label={words.select(nameOf(payout))}
              checked={chosen.has(payout.id)}
              onChange={(isPicked) => pick(payout.id, isPicked)}
            >
              <SafeFigure value={payout.amount} unit={payout.tokenType} digits="exact" />
            </Check>
            <Facts payout={payout} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button
                size="sm"
                aria-label={words.of(words.giveUp, nameOf(payout))}
                onClick={() => setGivenUp(payout)}
              >
                {words.giveUp}
              </Button>
              <Button
                size="sm"
                tone="primary"
                aria-label={words.of(words.settle, nameOf(payout))}
                onClick={() => setSettling([payout])}
              >
                {words.settle}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {settling.length > 0 && <SettleDialog payouts={settling} onClose={() => setSettling([])} />}
      {givenUp && <GiveUpDialog payout={givenUp} onClose={() => setGivenUp(null)} />}
    </section>
  );
}

function Facts({ payout }: { readonly payout: OutsidePayoutJson }) {
  const { purpose, receiver, memo, reference, createdAt, seenSignature } = payout;
  const dueAt = Date.parse(createdAt) + SELL_ANSWER_MS;
  const isOverdue = useServerNow() >= dueAt;
  const due = dateTimeText(new Date(dueAt).toISOString());
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
        <Badge tone="time">{words.badge}</Badge>
        {words.purposes[purpose]}
        <span>{words.since(dateTimeText(createdAt))}</span>
        <span className={isOverdue ? 'text-red' : ''}>
          {isOverdue ? words.overdue(due) : words.payBy(due)}
        </span>
      </p>
      <WholeWallet label={words.receiver} address={receiver} />
      <dl className="grid gap-1 text-sm">
        <Named label={words.memo} value={memo} />
        <Named label={words.reference} value={reference} />
        {seenSignature !== null && (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <dt className="text-quiet">{words.seen}</dt>
            <dd>
              <SafeTransaction signature={seenSignature} />
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** A text for the transaction, to copy. */
function Named({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex min-w-0 items-center justify-between gap-x-3">
      <dt className="shrink-0 text-quiet">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <code className="truncate font-mono text-[0.92em]" data-hint={value}>
          {value}
        </code>
        <CopyButton value={value} />
      </dd>
    </div>
  );
}

const { givingUp } = words;

interface GiveUpDialogProps {
  readonly payout: OutsidePayoutJson;
  readonly onClose: () => void;
}

/** Gives up a payout that waits outside; the server refuses unless surely nothing was paid. */
function GiveUpDialog({ payout, onClose }: GiveUpDialogProps) {
  const { id, purpose } = payout;
  const named = amountText(payout);
  const safe = useSafeName();
  return (
    <WriteDialog
      says={givingUp}
      write={(reason) =>
        adminCall('POST', PATHS.withdrawPayout, { params: { id }, body: { reason } })
      }
      told={() => givingUp.doneDetail(named)}
      changes={[
        {
          label: `${givingUp.amount}: ${safe(named)}`,
          before: givingUp.before,
          after: givingUp.after[purpose],
        },
      ]}
      wallet={{ label: words.receiver, address: payout.receiver }}
      destructive
      onClose={onClose}
    />
  );
}
