import type { Instant } from '../base/time.ts';
import { isFakeBond } from './audit-subject.ts';
import type { BondOnChain } from './chain-audit.ts';

/** Last verification of all bonds against the chain. */
export interface Verification {
  readonly at: Instant;
  readonly bondsVerified: number;
  readonly message: string;
}

/** Tally of bonds checked against the chain. */
export interface VerifiedBonds {
  readonly bondsChecked: number;
  readonly bondsVerified: number;
  readonly fakeBonds: number;
}

export const NONE_VERIFIED: VerifiedBonds = { bondsChecked: 0, bondsVerified: 0, fakeBonds: 0 };

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

/** Returns the stored result of a tally, and the number of bonds without a definite answer. */
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
