import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { AdminUserJson, deleteBond } from '#contract/users/admin-users';
import type { BondJson } from '#contract/bonds/bonds';
import type { AnswerOf } from '#contract/api';
import { PATHS } from '#contract/base/paths';

import { bondsOfQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Cell } from '../kernel/ui/tables/cell.tsx';
import { formatTrimmed, isZero, trimZeros } from '../kernel/ui/format/format.ts';
import { IconButton } from '../kernel/ui/forms/icon-button.tsx';
import { Table } from '../kernel/ui/tables/table.tsx';
import { right } from '../kernel/ui/tables/column.ts';
import { userDetailsTexts } from './user-details-texts.ts';
import type { Tone } from '../kernel/ui/format/tone.ts';
import { dateText } from '../kernel/ui/format/date-text.ts';
import { FigureCell } from '../kernel/dashboard/figure-cell.tsx';
import { SafeTransaction, useHidden, SafeFigure } from '../kernel/dashboard/sensitive.tsx';
import { DetailsList } from './details-list.tsx';
import { adminCall } from '../kernel/api/admin-client.ts';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';

const { bonds: words } = userDetailsTexts;
const TONES: Readonly<Record<BondJson['status'], Tone>> = {
  pending: 'time',
  confirmed: 'neutral',
  completed: 'good',
  failed: 'bad',
};

/** A user's bonds, each of which can be deleted. */
export function DetailsBonds({ user }: { readonly user: AdminUserJson }) {
  const [deleting, setDeleting] = useState<BondJson | null>(null);
  const { made, paid, lmt, status, payment, actions } = words.columns;
  return (
    <>
      <DetailsList read={useRead(bondsOfQuery(user.id))} words={words} rows={3}>
        {(bonds) => (
          <Table
            label={words.title(bonds.length)}
            head={[made, ...right(paid, lmt), status, payment, ...right(actions)]}
          >
            {bonds.map((bond) => (
              <BondRow key={bond.id} bond={bond} onDelete={() => setDeleting(bond)} />
            ))}
          </Table>
        )}
      </DetailsList>
      {deleting && (
        <DeleteBondDialog
          bond={deleting}
          walletAddress={user.walletAddress}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function BondRow({ bond, onDelete }: { readonly bond: BondJson; readonly onDelete: () => void }) {
  const isHidden = useHidden();
  const { tokenType, amount, lmtAmount, status, claimable, createdAt } = bond;
  const named = `${formatTrimmed(amount)} ${tokenType}`;
  return (
    <tr>
      <Cell nowrap>{dateText(createdAt)}</Cell>
      <FigureCell value={amount} unit={tokenType} />
      <FigureCell value={lmtAmount} />
      <Cell>
        <Badge tone={TONES[status]}>{claimable ? words.claimable : words.status[status]}</Badge>
      </Cell>
      <Cell>
        <BondPayment bond={bond} />
      </Cell>
      <Cell right>
        <IconButton
          label={isHidden ? words.deleteHidden : words.deleteOf(named)}
          icon={<Trash2 />}
          onClick={onDelete}
        />
      </Cell>
    </tr>
  );
}

/** The payment that the bond names; a USDC bond that names none is flagged. */
function BondPayment({ bond }: { readonly bond: BondJson }) {
  if (bond.transactionSignature !== null) {
    return <SafeTransaction signature={bond.transactionSignature} />;
  }
  if (bond.tokenType !== 'USDC') return <span className="text-faint">{words.noPayment}</span>;
  return (
    <span data-hint={words.noTransferHint}>
      <Badge tone="bad">{words.noTransfer}</Badge>
    </span>
  );
}

const { deleteBond: removal } = userDetailsTexts;
type Deleted = AnswerOf<typeof deleteBond>;

interface DeleteBondDialogProps {
  readonly bond: BondJson;
  /** Of the user whose bond it is. */
  readonly walletAddress: string;
  readonly onClose: () => void;
}

function DeleteBondDialog({ bond, walletAddress, onClose }: DeleteBondDialogProps) {
  const params = { id: bond.id };
  return (
    <WriteDialog
      says={removal}
      write={(reason) => adminCall('DELETE', PATHS.adminBond, { params, query: { reason } })}
      told={toldOf}
      changes={[
        {
          label: removal.status,
          before: <SafeFigure value={bond.amount} unit={bond.tokenType} />,
          after: removal.gone,
        },
        {
          label: removal.lmt,
          before: <SafeFigure value={bond.lmtAmount} unit="LMT" />,
          after: <SafeFigure value="0" unit="LMT" />,
        },
      ]}
      wallet={{ label: removal.wallet, address: walletAddress }}
      destructive
      onClose={onClose}
    />
  );
}

function toldOf({ shortfall, depositId }: Deleted): string {
  const payment = depositId === null ? removal.unpaid : removal.unmatched;
  return isZero(shortfall) ? payment : `${payment} ${removal.shortfall(trimZeros(shortfall))}`;
}
