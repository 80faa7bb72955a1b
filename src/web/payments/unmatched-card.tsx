import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, FileSearch } from 'lucide-react';
import { useState } from 'react';

import { PATHS } from '#contract/base/paths';

import { adminCall, adminFile } from '../kernel/api/admin-client.ts';
import { depositsQuery, parkedQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { Switch } from '../kernel/ui/forms/switch.tsx';
import { depositsTexts as words, depositsTexts } from './deposit-texts.ts';
import { Toolbar } from '../kernel/ui/tables/toolbar.tsx';
import { ExportButton } from '../kernel/dashboard/export-button.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { type Deciding, DepositTable } from './deposit-table.tsx';
import { RefundDepositDialog } from './refund-deposit-dialog.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { SafeTransaction } from '../kernel/dashboard/sensitive.tsx';
import { TextField } from '../kernel/ui/forms/text-field.tsx';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';

/** Payments that belong to no user, to be assigned or sent back; none is ever lost. */
export function UnmatchedCard() {
  const [withSmall, setWithSmall] = useState(false);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [isListing, setIsListing] = useState(false);
  const read = useRead(depositsQuery(withSmall));
  // The list has a payment until its refund is final.
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const close = () => setDeciding(null);
  return (
    <>
      <DataCard
        title={words.title}
        says={words}
        read={read}
        skeleton={{ rows: 3 }}
        above={
          <>
            <Toolbar label={words.tools}>
              <p className="grow text-quiet">{words.hint}</p>
              <Switch label={words.small} checked={withSmall} onChange={setWithSmall} />
              <Button size="sm" onClick={() => setIsListing(true)}>
                <FileSearch aria-hidden className="size-4" />
                {words.listing.open}
              </Button>
              <ExportButton read={() => adminFile(PATHS.adminDepositsCsv)} file="deposits.csv">
                {words.export}
              </ExportButton>
            </Toolbar>
            <ParkedPayments />
          </>
        }
      >
        {(deposits) =>
          deposits.length === 0 ? (
            <Empty
              icon={<CircleCheckBig aria-hidden />}
              title={words.empty}
              hint={words.emptyHint}
            />
          ) : (
            <DepositTable deposits={deposits} sent={sent} onDecide={setDeciding} />
          )
        }
      </DataCard>
      {isListing && <ListPaymentDialog onClose={() => setIsListing(false)} />}
      {deciding?.kind === 'assign' && <AssignDialog deposit={deciding.deposit} onClose={close} />}
      {deciding?.kind === 'refund' && (
        <RefundDepositDialog
          deposit={deciding.deposit}
          onSent={(id) => setSent(new Set([...sent, id]))}
          onClose={close}
        />
      )}
    </>
  );
}

const { parked: parkedWords } = words;

/** Transactions whose payments could not be dealt with; nothing where there are none. */
function ParkedPayments() {
  const { data: parked = [] } = useQuery(parkedQuery());
  if (parked.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="time" title={parkedWords.title(parked.length)}>
        <p className="text-quiet">{parkedWords.hint}</p>
        <ul className="mt-2 grid gap-1.5">
          {parked.map(({ signature, tries, nextTryAt, error }) => (
            <li key={signature} className="flex flex-wrap items-baseline gap-x-3">
              <SafeTransaction signature={signature} />
              <span className="text-quiet">
                {parkedWords.tries(tries, dateTimeText(nextTryAt))}
              </span>
              {error !== null && <span className="break-words text-quiet">{error}</span>}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

const { listing } = depositsTexts;

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;

/** Lists the payments of a transaction that the watcher never took. */
function ListPaymentDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const signature = typed.trim();
  return (
    <WriteDialog
      says={listing}
      write={(reason) => adminCall('POST', PATHS.adminDeposits, { body: { signature, reason } })}
      told={(listed) => listing.doneDetail(listed.length)}
      blocked={SIGNATURE.test(signature) ? null : signature === '' ? '' : listing.malformed}
      onClose={onClose}
    >
      {(isBusy) => (
        <TextField
          label={listing.signature}
          hint={listing.signatureHint}
          maxLength={100}
          spellCheck={false}
          value={typed}
          disabled={isBusy}
          onChange={setTyped}
        />
      )}
    </WriteDialog>
  );
}
