import { keepDeposit } from '../payments/unmatched-deposit.ts';
import type { ListedDeposit, UsedPayment } from '../payments/payment.ts';
import type { Journal } from '../base/ledger.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, iso } from '../base/time.ts';
import type { Payout } from '../payouts/payout.ts';
import type { Movement, MovementKind } from './movement.ts';

/** What the owner can say that a movement was. */
export const MOVEMENT_LABELS = ['own', 'top-up', 'expense', 'exchange', 'other'] as const;
export type MovementLabel = (typeof MOVEMENT_LABELS)[number];

/** What the owner said that a movement was. */
export interface MovementName {
  readonly id: string;
  readonly movementId: string;
  readonly label: MovementLabel;
  readonly note: string | null;
  readonly at: Instant;
}

/** What a movement can be explained by. */
export interface MovementUse {
  readonly kind: MovementKind;
  readonly isNamed: boolean;
  /** What its payment is used for, and what became of a deposit. */
  readonly purpose: UsedPayment['purpose'] | null;
  readonly depositStatus: ListedDeposit['status'] | null;
  readonly isSmall: boolean;
  /** Whether a deposit's payer has been told that it goes back. */
  readonly isGoingBack: boolean;
  /** Whether its payment waits to be decided, or was put aside. */
  readonly isWaiting: boolean;
  readonly payoutPurpose: Payout['purpose'] | null;
}

/** A movement with everything that is known of it. */
export interface KnownMovement {
  readonly movement: Movement;
  readonly use: MovementUse;
  readonly name: MovementName | null;
  /** The bond, vault, deposit, request or user that it was for; null where none is known. */
  readonly subject: string | null;
  /** Whether its payout was paid by its transaction, or still can be. */
  readonly isCounted: boolean;
  /** Whether another transaction had paid the same before. */
  readonly isRepeated: boolean;
}

/** What a movement is called: what it was used for, where that is known. */
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
 * Why the owner must look at a movement: nothing explains it, it left the treasury for no stored
 * payout, or it paid a payout that was paid before, or void. One that the owner has named needs no look.
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

/** Whether the owner can say what a movement was: their own, an unmatched deposit, or one to look at. */
export function canBeNamed(known: KnownMovement): boolean {
  const { use, name } = known;
  const isHeld = (use.depositStatus === 'open' && !use.isGoingBack) || use.depositStatus === 'kept';
  return isHeld || use.kind === 'own' || name !== null || concernOf(known) !== null;
}

/** What a naming rests on. */
export interface MovementNameFacts {
  readonly known: KnownMovement;
  /** The unmatched deposit that its payment is. */
  readonly deposit: ListedDeposit | null;
  /** When the deposit's refund that is under way ends; null where there is none. */
  readonly refundEndsAt: Instant | null;
  readonly now: Instant;
}

/** What naming a movement changes. */
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
 * The owner says what a movement was. An unmatched deposit that is named is the owner's own money from
 * then on: it is owed to no sender. What bonds, fees, payouts and costs explain has its name already.
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
