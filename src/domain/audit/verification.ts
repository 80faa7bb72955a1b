import type { Instant } from '../base/time.ts';
import { isFakeBond } from './audit-subject.ts';
import type { BondOnChain } from './chain-audit.ts';

/** The last time that every bond was held against the chain. */
export interface Verification {
  readonly at: Instant;
  readonly bondsVerified: number;
  readonly message: string;
}

/** How many bonds were held against the chain, and what it said of them. */
export interface VerifiedBonds {
  readonly bondsChecked: number;
  readonly bondsVerified: number;
  readonly fakeBonds: number;
}

export const NONE_VERIFIED: VerifiedBonds = { bondsChecked: 0, bondsVerified: 0, fakeBonds: 0 };

/** A tally with more bonds. */
export function countVerified(
  tally: VerifiedBonds,
  bonds: readonly Pick<BondOnChain, 'bond' | 'check'>[],
  now: Instant,
): VerifiedBonds {
  const isFake = ({ bond, check }: (typeof bonds)[number]): boolean =>
    isFakeBond(bond, check.verdict, now);
  const fakes = bonds.filter(isFake).length;
  const verified = bonds.filter((one) => !isFake(one) && one.check.verdict === 'verified').length;
  return {
    bondsChecked: tally.bondsChecked + bonds.length,
    bondsVerified: tally.bondsVerified + verified,
    fakeBonds: tally.fakeBonds + fakes,
  };
}

/** What a tally comes to: as it is kept, and how many bonds have no definite answer. */
export function concludeVerification(
  { bondsChecked, bondsVerified, fakeBonds }: VerifiedBonds,
  at: Instant,
): { readonly verification: Verification; readonly unknown: number } {
  const unknown = bondsChecked - bondsVerified - fakeBonds;
  const message =
    `${bondsVerified} of ${bondsChecked} bonds verified on the blockchain; ` +
    `${fakeBonds} fake, ${unknown} without a definite answer`;
  return { verification: { at, bondsVerified, message }, unknown };
}
