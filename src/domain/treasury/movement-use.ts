import { keepDeposit } from '../payments/unmatched-deposit.ts';
import type { ListedDeposit, UsedPayment } from '../payments/payment.ts';
import type { Journal } from '../base/ledger.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, iso } from '../base/time.ts';
import type { Payout } from '../payouts/payout.ts';
import type { Movement, MovementKind } from './movement.ts';

/** Labels that the owner can give a movement. */
export const MOVEMENT_LABELS = ['own', 'top-up', 'expense', 'exchange', 'other'] as const;
export type MovementLabel = (typeof MOVEMENT_LABELS)[number];

/** Label and note that the owner gave a movement. */
export interface MovementName {
  readonly id: string;
  readonly movementId: string;
  readonly label: MovementLabel;
  readonly note: string | null;
  readonly at: Instant;
}

export interface MovementUse {
  readonly kind: MovementKind;
  readonly isNamed: boolean;
  /** Use of its payment, and the status of its deposit. */
  readonly purpose: UsedPayment['purpose'] | null;
  readonly depositStatus: ListedDeposit['status'] | null;
  readonly isSmall: boolean;
  /** True if the deposit's payer was promised a refund. */
  readonly isGoingBack: boolean;
  /** True if its payment is undecided or parked. */
  readonly isWaiting: boolean;
  readonly payoutPurpose: Payout['purpose'] | null;
}

/** Movement with its explanation and name. */
export interface KnownMovement {
  readonly movement: Movement;
  readonly use: MovementUse;
  readonly name: MovementName | null;
  /** Id of its bond, vault, deposit, request or user; null if unknown. */
  readonly subject: string | null;
  /** True if its payout was paid by its transaction, or can still pay. */
  readonly isCounted: boolean;
  /** True if another transaction had paid the same payout before. */
  readonly isRepeated: boolean;
}

/** Kinds as shown to the owner: the use of a movement, if known. */
export const SHOWN_KINDS = [
  'bond',
  'fee',
  'deposit',
  'dust',
  'waiting',
  'payout',
  'refund',
  'network-fee',
  'rent',
  'nonce',
  'anchor',
  'faucet',
  'own',
  'unclassified',
] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

export function shownKind(use: MovementUse): ShownKind {
  const { kind, isNamed, payoutPurpose, purpose } = use;
  if (kind === 'payment' || (kind === 'dust' && purpose !== null)) return paymentKind(use);
  if (kind === 'payout') return payoutPurpose === 'sell' ? 'payout' : 'refund';
  if (kind === 'unknown') return isNamed ? 'own' : 'unclassified';
  return kind;
}

function paymentKind({ purpose, depositStatus, isSmall, isWaiting, isNamed }: MovementUse) {
  if (purpose === null) return isWaiting ? 'waiting' : isNamed ? 'own' : 'unclassified';
  if (purpose !== 'deposit') return purpose;
  if (depositStatus === 'kept') return 'own';
  return isSmall ? 'dust' : 'deposit';
}

/**
 * Reasons why the owner must check a movement: nothing explains it, it left the treasury for no stored
 * payout, or its payout was paid before or is void. A named movement needs no check.
 */
export const CONCERNS = ['unclassified', 'no-payout', 'paid-twice'] as const;
export type Concern = (typeof CONCERNS)[number];

export function concernOf(known: KnownMovement): Concern | null {
  const { movement, use, name, isCounted, isRepeated } = known;
  if (name) return null;
  if (shownKind(use) === 'unclassified') return 'unclassified';
  if (movement.kind === 'own' && movement.amount < 0n) return 'no-payout';
  return movement.kind === 'payout' && (isRepeated || !isCounted) ? 'paid-twice' : null;
}

/** True if the owner can name a movement: it is their own, an unmatched deposit, or needs a check. */
export function canBeNamed(known: KnownMovement): boolean {
  const { use, name } = known;
  const isHeld = (use.depositStatus === 'open' && !use.isGoingBack) || use.depositStatus === 'kept';
  return isHeld || use.kind === 'own' || name !== null || concernOf(known) !== null;
}

/** Inputs of naming a movement. */
export interface MovementNameFacts {
  readonly known: KnownMovement;
  /** Unmatched deposit of its payment; null if there is none. */
  readonly deposit: ListedDeposit | null;
  /** Expected end of the deposit's open refund; null if there is none. */
  readonly refundEndsAt: Instant | null;
  readonly now: Instant;
}

export interface NamedMovement {
  readonly known: KnownMovement;
  readonly changes: {
    readonly movementNames: readonly [MovementName];
    readonly deposits: readonly ListedDeposit[];
    readonly journals: readonly Journal[];
    readonly items: readonly never[];
  };
}

/**
 * Stores the owner's name for a movement. A named unmatched deposit becomes the owner's own money and is owed
 * to no sender. Movements explained by bonds, fees, payouts or costs cannot be named.
 */
export function nameMovement(
  { known, deposit, refundEndsAt, now }: MovementNameFacts,
  said: Omit<MovementName, 'movementId' | 'at'>,
): Result<NamedMovement> {
  const { movement, use } = known;
  if (deposit && deposit.status !== 'open' && deposit.status !== 'kept') {
    return refuse('DEPOSIT_DECIDED', { status: deposit.status });
  }
  if (refundEndsAt) return refuse('PAYOUT_OPEN', { possibleAt: iso(refundEndsAt) });
  if (!canBeNamed(known)) return refuse('MOVEMENT_EXPLAINED');
  const name = { ...said, movementId: movement.id, at: now };
  const kept = deposit?.status === 'open' ? [{ ...deposit, status: 'kept' as const }] : [];
  const depositStatus = kept.length > 0 ? ('kept' as const) : use.depositStatus;
  return ok({
    known: { ...known, name, use: { ...use, isNamed: true, depositStatus } },
    changes: {
      movementNames: [name],
      deposits: kept,
      journals: kept.map((each) => keepDeposit(each, now)),
      items: [],
    },
  });
}
