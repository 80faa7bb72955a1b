import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { BondJson } from '#contract/bonds/bonds';
import type { SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';

import {
  bondsOfQuery,
  sellsOfQuery,
  stakesOfQuery,
} from '../../kernel/api/reads/admin-user-queries.ts';
import { SkeletonLine } from '../../kernel/ui/cards/skeleton-line.tsx';
import { userDetailsTexts } from '../../users/user-details-texts.ts';
import { verificationsTexts } from './queue-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { VaultBadge } from '../../vaults/vault-badge.tsx';
import { SafeFigure } from '../../kernel/dashboard/sensitive.tsx';
import { UserRisk } from '../../users/user-risk.tsx';
import { SellBadge } from './sell-table.tsx';

const { story: words } = verificationsTexts;
/** As many of each as one takes in at a glance. */
const SHOWN = 3;

/** Who asks: what they paid, what they have staked, what they sold before, and what the audit says. */
export function RequestDetails({ sell }: { readonly sell: SellJson }) {
  const { userId, id } = sell;
  const bonds = useQuery(bondsOfQuery(userId));
  const stakes = useQuery(stakesOfQuery(userId));
  const sells = useQuery({
    ...sellsOfQuery(userId),
    select: (all: SellJson[]) => all.filter((other) => other.id !== id),
  });
  return (
    <div className="grid content-start gap-4 rounded-control border border-line p-4">
      <Part title={words.risk}>
        <UserRisk userId={userId} />
      </Part>
      <List title={words.bonds} empty={words.noBonds} result={bonds} line={bondLine} />
      <List title={words.vaults} empty={words.noVaults} result={stakes} line={vaultLine} />
      <List title={words.sells} empty={words.noSells} result={sells} line={sellLine} />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-[550] text-faint">{title}</h3>
      {children}
    </section>
  );
}

interface ListProps<T> {
  readonly title: string;
  readonly empty: string;
  readonly result: UseQueryResult<T[]>;
  readonly line: (item: T) => ReactNode;
}

function List<T extends { readonly id: string }>({ title, empty, result, line }: ListProps<T>) {
  const { data, isError } = result;
  return (
    <Part title={title}>
      {data ? (
        data.length === 0 ? (
          <p className="text-quiet">{empty}</p>
        ) : (
          <ul className="grid gap-1">
            {data.slice(0, SHOWN).map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-3">
                {line(item)}
              </li>
            ))}
            {data.length > SHOWN && (
              <li className="text-sm text-faint">{words.more(data.length - SHOWN)}</li>
            )}
          </ul>
        )
      ) : isError ? (
        <p className="text-quiet">{words.failed}</p>
      ) : (
        <SkeletonLine className="w-56" />
      )}
    </Part>
  );
}

function When({ iso }: { readonly iso: string }) {
  return <span className="text-sm text-faint">{dateTimeText(iso)}</span>;
}

const bondLine = ({ amount, tokenType, lmtAmount, status, createdAt }: BondJson) => (
  <>
    <SafeFigure value={amount} unit={tokenType} />
    <span className="text-quiet">
      → <SafeFigure value={lmtAmount} unit="LMT" />
    </span>
    <span className="text-sm text-quiet">{userDetailsTexts.bonds.status[status]}</span>
    <When iso={createdAt} />
  </>
);

/** A completed vault is empty: what was put into it tells more. */
const vaultLine = ({ amount, originalAmount, cycleNumber, phase, createdAt }: StakeJson) => (
  <>
    <SafeFigure value={phase === 'completed' ? originalAmount : amount} unit="LMT" />
    <span className="text-sm text-quiet">{words.cycle(cycleNumber)}</span>
    <VaultBadge phase={phase} />
    <When iso={createdAt} />
  </>
);

const sellLine = (sell: SellJson) => (
  <>
    <SafeFigure value={sell.lmtAmount} unit="LMT" />
    <span className="text-quiet">
      → <SafeFigure value={sell.payoutAmount} unit={sell.payoutCurrency} />
    </span>
    <SellBadge status={sell.status} />
    <When iso={sell.requestedAt} />
  </>
);
