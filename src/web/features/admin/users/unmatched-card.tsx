import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, FileSearch } from 'lucide-react';
import { useState } from 'react';

import { PATHS } from '#contract/paths';

import { adminFile } from '../../../api/admin-client.ts';
import { depositsQuery } from '../../../api/admin-deposits.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { DataAge } from '../../../ui/cards/data-age.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { depositsTexts as words } from '../../../texts/admin-deposits.ts';
import { Toolbar } from '../../../ui/tables/toolbar.tsx';
import { ReadPart } from '../../../ui/cards/read-part.tsx';
import { ExportButton } from '../export-button.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { type Deciding, DepositTable } from './deposit-table.tsx';
import { ListPaymentDialog } from './list-payment-dialog.tsx';
import { ParkedPayments } from './parked-payments.tsx';
import { RefundDepositDialog } from './refund-deposit-dialog.tsx';

/** Payments that belong to no user, to be assigned or sent back; none is ever lost. */
export function UnmatchedCard() {
  const [withSmall, setWithSmall] = useState(false);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [isListing, setIsListing] = useState(false);
  const read = readOf(useQuery(depositsQuery(withSmall)), ADMIN_INTERVALS_MS.adminLists);
  // The list has a payment until its refund is final.
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const close = () => setDeciding(null);
  return (
    <Card
      title={words.title}
      aside={read.state === 'ready' && <DataAge age={read.age} refresh={read.refresh} />}
    >
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
      <ReadPart read={read} says={words} skeleton={{ rows: 3 }}>
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
      </ReadPart>
      {isListing && <ListPaymentDialog onClose={() => setIsListing(false)} />}
      {deciding?.kind === 'assign' && <AssignDialog deposit={deciding.deposit} onClose={close} />}
      {deciding?.kind === 'refund' && (
        <RefundDepositDialog
          deposit={deciding.deposit}
          onSent={(id) => setSent(new Set([...sent, id]))}
          onClose={close}
        />
      )}
    </Card>
  );
}
