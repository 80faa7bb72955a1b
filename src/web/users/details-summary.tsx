import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { AdminUserJson } from '#contract/users/admin-users';
import type { BondJson } from '#contract/bonds/bonds';
import { type PayToken, formatAmount, lamports, parseAmount, sum, usdc } from '#domain/base/money';
import { PATHS } from '#contract/base/paths';

import { isZero, trimZeros } from '../kernel/ui/format/format.ts';
import {
  bondsOfQuery,
  historyOfQuery,
  portfolioOfQuery,
} from '../kernel/api/reads/admin-user-queries.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { userDetailsTexts } from './user-details-texts.ts';
import { SafeFigure } from '../kernel/dashboard/sensitive.tsx';
import { Section } from '../kernel/dashboard/section.tsx';
import { adminCall } from '../kernel/api/admin-client.ts';
import { outsideTexts } from '../kernel/dashboard/pay-out/outside-texts.ts';
import { ConfirmDialog } from '../kernel/dashboard/confirm-dialog.tsx';
import { usePayOut } from '../kernel/dashboard/pay-out/use-pay-out.ts';

const { summary: words } = userDetailsTexts;

/** What a user put in, has, and paid in fees; with the fee credit that can be paid back. */
export function DetailsSummary({ user }: { readonly user: AdminUserJson }) {
  const { data: portfolio } = useQuery(portfolioOfQuery(user.id));
  const { data: history } = useQuery(historyOfQuery(user.id));
  const [isRefunding, setRefunding] = useState(false);
  return (
    <Section title={words.title}>
      <KeyValues
        items={[
          { key: words.bonded, value: <Bonded userId={user.id} /> },
          {
            key: words.staked,
            value: <SafeFigure value={portfolio?.totalStaked ?? null} unit="LMT" />,
          },
          {
            key: words.fees,
            note: words.feesNote,
            value: <SafeFigure value={history?.summary.totalFees ?? null} prefix="$" />,
          },
          {
            key: words.available,
            value: <SafeFigure value={user.unstakedLMT} unit="LMT" />,
          },
          {
            key: words.credit,
            note: words.creditNote,
            value: (
              <span className="flex flex-wrap items-center justify-end gap-2">
                <SafeFigure value={user.feeCredit} unit="SOL" digits="fine" />
                {!isZero(user.feeCredit) && (
                  <Button size="sm" onClick={() => setRefunding(true)}>
                    {words.refund}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {isRefunding && <RefundDialog user={user} onClose={() => setRefunding(false)} />}
    </Section>
  );
}

function Bonded({ userId }: { readonly userId: string }) {
  const { data: bonds } = useQuery(bondsOfQuery(userId));
  const totals = bonds && bondedTotals(bonds);
  if (!totals) return <SafeFigure value={null} />;
  const tokens = (['SOL', 'USDC'] as const).filter((token) => !isZero(totals[token]));
  if (tokens.length === 0) return <>{words.none}</>;
  return (
    <span className="grid justify-items-end">
      {tokens.map((token) => (
        <SafeFigure key={token} value={totals[token]} unit={token} />
      ))}
    </span>
  );
}

/** What a user paid for bonds that were paid for, by token, as decimal strings. */
function bondedTotals(bonds: readonly BondJson[]): Readonly<Record<PayToken, string>> {
  const paid = bonds.filter(({ status }) => status === 'confirmed' || status === 'completed');
  const of = <T extends PayToken>(token: T) =>
    sum(
      paid
        .filter(({ tokenType }) => tokenType === token)
        .map(({ amount }) => parseAmount(token, amount))
        .filter((amount) => amount !== null),
    );
  return {
    SOL: formatAmount('SOL', lamports(of('SOL'))),
    USDC: formatAmount('USDC', usdc(of('USDC'))),
  };
}

const { refund: refunding } = userDetailsTexts;

interface RefundDialogProps {
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

/** Pays a user's fee credit back. */
function RefundDialog({ user, onClose }: RefundDialogProps) {
  const { id, walletAddress: receiver, feeCredit: amount } = user;
  const pay = usePayOut({
    confirmed: { purpose: 'credit', subject: id, receiver, token: 'SOL', amount },
    pay: (body) => adminCall('POST', PATHS.refundCredit, { params: { id }, body }),
    success: ({ payout, amount: paid }) =>
      payout?.status === 'awaiting-outside'
        ? {
            title: outsideTexts.listed,
            detail: outsideTexts.listedDetail(`${trimZeros(paid)} SOL`),
          }
        : { title: refunding.done, detail: refunding.doneDetail(trimZeros(paid)) },
    failed: refunding.failed,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={refunding.title}
      description={refunding.hint}
      changes={[
        {
          label: refunding.credit,
          before: <SafeFigure value={amount} unit="SOL" digits="exact" />,
          after: <SafeFigure value="0" unit="SOL" digits="exact" />,
        },
      ]}
      wallet={{ label: refunding.receiver, address: receiver }}
      confirm={refunding.confirm}
      write={pay}
      onClose={onClose}
    />
  );
}
