import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { BondJson } from '#contract/bonds';
import { formatAmount, parseAmount, lmt, sum } from '#domain/base/money';

import { bondsQuery } from '../../api/user-queries.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { buttonClass } from '../../ui/forms/button-class.ts';
import { Countdown } from '../../ui/format/countdown.tsx';
import { formatNumber } from '../../ui/format/format.ts';
import { NextStep } from '../../ui/cards/next-step.tsx';
import { bondTexts } from '../../texts/bond.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { ClaimButton } from './claim-button.tsx';

interface ClaimStripProps {
  readonly userId: string;
  /** Where the bonds are listed. */
  readonly listHref?: string;
}

/** What is next with the user's bonds: LMT to claim, else the lock that ends first. */
export default function ClaimStrip({ userId, listHref = '/?tab=bond' }: ClaimStripProps) {
  const { data: bonds = [] } = useQuery(bondsQuery(userId));
  const ready = bonds.filter(({ claimable }) => claimable);
  if (ready.length > 0) return <Ready bonds={ready} listHref={listHref} />;
  const locked = bonds.filter(
    ({ status, bondingEndTime }) => status === 'confirmed' && bondingEndTime !== null,
  );
  const next = locked.toSorted((a, b) => endOf(a) - endOf(b))[0];
  return next ? <Locked bond={next} /> : null;
}

interface ReadyProps {
  readonly bonds: readonly BondJson[];
  readonly listHref: string;
}

function Ready({ bonds, listHref }: ReadyProps) {
  const { strip, stripMany, stripHint, show } = bondTexts.claim;
  const [only] = bonds;
  const total = sum(bonds.map(({ lmtAmount }) => parseAmount('LMT', lmtAmount) ?? lmt(0n)));
  const amount = formatNumber(formatAmount('LMT', total), 4);
  const isOne = bonds.length === 1 && only !== undefined;
  return (
    <NextStep
      tone="good"
      title={isOne ? strip(amount) : stripMany(bonds.length, amount)}
      hint={stripHint}
      actions={isOne ? <ClaimButton bond={only} /> : <ListLink href={listHref}>{show}</ListLink>}
    />
  );
}

/** Within a page the browser's own jump, else the router's. */
function ListLink({ href, children }: { readonly href: string; readonly children: string }) {
  const className = buttonClass({ tone: 'primary' });
  if (!href.startsWith('#')) return <Link {...{ href, className, children }} />;
  return (
    <a href={href} className={className}>
      {children}
    </a>
  );
}

function Locked({ bond }: { readonly bond: BondJson }) {
  const now = useServerNow();
  const { locked, lockedHint } = bondTexts.claim;
  return (
    <NextStep
      tone="good"
      clock={<Countdown now={now} target={endOf(bond)} />}
      title={locked(formatNumber(bond.lmtAmount, 4))}
      hint={lockedHint(dateTimeText(bond.bondingEndTime ?? ''))}
    />
  );
}

function endOf({ bondingEndTime }: BondJson): number {
  return bondingEndTime === null ? 0 : Date.parse(bondingEndTime);
}
