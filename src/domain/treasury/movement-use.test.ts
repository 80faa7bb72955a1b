import { describe, expect, test } from 'vitest';
import { codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { knownMovement } from '#test/domain/movements';
import { depositSubject } from '#test/domain/payouts';
import {
  type MovementName,
  type MovementUse,
  type MovementNameFacts,
  canBeNamed,
  concernOf,
  nameMovement,
  shownKind,
} from './movement-use.ts';

const NAME: MovementName = { id: 'n1', movementId: 'm1', label: 'own', note: null, at: day(2) };
const use = (given: Partial<MovementUse>): MovementUse => knownMovement({ use: given }).use;

test.each<[string, Partial<MovementUse>]>([
  ['bond', { kind: 'payment', purpose: 'bond' }],
  ['fee', { kind: 'payment', purpose: 'fee' }],
  ['deposit', { kind: 'payment', purpose: 'deposit', depositStatus: 'refunded' }],
  ['dust', { kind: 'payment', purpose: 'deposit', depositStatus: 'open', isSmall: true }],
  ['dust', { kind: 'dust' }],
  ['fee', { kind: 'dust', purpose: 'fee' }],
  ['own', { kind: 'payment', purpose: 'deposit', depositStatus: 'kept' }],
  ['waiting', { kind: 'payment', isWaiting: true }],
  ['unclassified', { kind: 'payment' }],
  ['own', { kind: 'payment', isNamed: true }],
  ['payout', { kind: 'payout', payoutPurpose: 'sell' }],
  ['payout', { kind: 'payout', payoutPurpose: 'sell', purpose: 'fee' }],
  ['refund', { kind: 'payout', payoutPurpose: 'credit' }],
  ['unclassified', { kind: 'unknown' }],
  ['own', { kind: 'unknown', isNamed: true }],
  ['own', { kind: 'own' }],
  ['rent', { kind: 'rent' }],
])('a movement is shown as %s: %j', (shown, given) => {
  expect(shownKind(use(given))).toBe(shown);
});

describe('the concern about a movement', () => {
  const payout = { kind: 'payout', payoutPurpose: 'sell' } as const;

  test('is unclassified if nothing explains it', () => {
    expect(concernOf(knownMovement({ use: { kind: 'unknown' } }))).toBe('unclassified');
    expect(concernOf(knownMovement({ use: { kind: 'payment' }, amount: 1n }))).toBe('unclassified');
  });

  test('is a missing payout if it left for none', () => {
    expect(concernOf(knownMovement())).toBe('no-payout');
    expect(concernOf(knownMovement({ amount: 1n }))).toBeNull();
  });

  test('is a double payment if its payout was paid before or is void', () => {
    expect(concernOf(knownMovement({ use: payout, isRepeated: true }))).toBe('paid-twice');
    expect(concernOf(knownMovement({ use: payout, isCounted: false }))).toBe('paid-twice');
    expect(concernOf(knownMovement({ use: payout }))).toBeNull();
  });

  test('is null once it has a name', () => {
    expect(concernOf(knownMovement({ name: NAME }))).toBeNull();
    const twice = knownMovement({ use: payout, isRepeated: true, name: NAME });
    expect(concernOf(twice)).toBeNull();
  });
});

describe('naming a movement', () => {
  const facts = (changes: Partial<MovementNameFacts> = {}): MovementNameFacts => ({
    known: knownMovement(),
    deposit: null,
    refundEndsAt: null,
    now: day(2),
    ...changes,
  });
  const said = { id: 'n1', label: 'expense', note: 'office' } as const;
  const { deposit } = depositSubject();
  const ofDeposit = (status: (typeof deposit)['status']): Partial<MovementNameFacts> => ({
    known: knownMovement({
      amount: deposit.amount,
      use: { kind: 'payment', purpose: 'deposit', depositStatus: status },
    }),
    deposit: { ...deposit, status },
  });

  test('stores the name and clears the concern', () => {
    const { known, changes } = valueOf(nameMovement(facts(), said));
    const name = { ...said, movementId: 'm1', at: day(2) };
    expect(changes).toEqual({ movementNames: [name], deposits: [], journals: [], items: [] });
    expect(known).toEqual(knownMovement({ name }));
    expect(concernOf(known)).toBeNull();
  });

  test('is possible for the treasury’s own movements, named movements, and movements with a concern', () => {
    const payout = { kind: 'payout', payoutPurpose: 'sell' } as const;
    for (const known of [
      knownMovement(),
      knownMovement({ amount: 1n }),
      knownMovement({ use: payout, isRepeated: true }),
      knownMovement({ use: payout, isRepeated: true, name: NAME }),
    ]) {
      expect(canBeNamed(known)).toBe(true);
    }
    expect(canBeNamed(knownMovement({ use: payout }))).toBe(false);
  });

  test('is possible again', () => {
    expect(nameMovement(facts({ known: knownMovement({ name: NAME }) }), said).ok).toBe(true);
  });

  test('makes an unmatched deposit the owner’s own money', () => {
    const named = nameMovement(facts(ofDeposit('open')), said);
    expect(named).toMatchObject({
      ok: true,
      value: {
        known: { use: { depositStatus: 'kept' } },
        changes: {
          deposits: [{ id: 'd1', status: 'kept' }],
          journals: [{ kind: 'depositKept', subject: 'd1' }],
        },
      },
    });
    const again = nameMovement(facts(ofDeposit('kept')), said);
    expect(again).toMatchObject({ ok: true, value: { changes: { deposits: [], journals: [] } } });
  });

  test.each<[string, Partial<MovementNameFacts>]>([
    ['DEPOSIT_DECIDED', ofDeposit('refunded')],
    ['DEPOSIT_DECIDED', ofDeposit('assigned')],
    ['PAYOUT_OPEN', { ...ofDeposit('open'), refundEndsAt: day(3) }],
    [
      'MOVEMENT_EXPLAINED',
      { known: knownMovement({ use: { kind: 'payment', purpose: 'bond' }, amount: 1n }) },
    ],
    [
      'MOVEMENT_EXPLAINED',
      {
        known: knownMovement({
          use: { kind: 'payment', purpose: 'deposit', depositStatus: 'open', isGoingBack: true },
        }),
        deposit: { ...deposit, refundProposed: true },
      },
    ],
    ['MOVEMENT_EXPLAINED', { known: knownMovement({ use: { kind: 'network-fee' } }) }],
    ['MOVEMENT_EXPLAINED', { known: knownMovement({ use: { kind: 'payout' } }) }],
    [
      'MOVEMENT_EXPLAINED',
      { known: knownMovement({ use: { kind: 'payment', isWaiting: true }, amount: 1n }) },
    ],
  ])('is refused with %s', (code, changes) => {
    expect(nameMovement(facts(changes), said)).toMatchObject({ ok: false, refusal: { code } });
    if (code === 'MOVEMENT_EXPLAINED') expect(canBeNamed(facts(changes).known)).toBe(false);
  });

  test('is refused with the deposit’s status or the end of its refund', () => {
    const decided = nameMovement(facts(ofDeposit('refunded')), said);
    expect([codeOf(decided), contextOf(decided)]).toEqual([
      'DEPOSIT_DECIDED',
      { status: 'refunded' },
    ]);
    const open = nameMovement(facts({ ...ofDeposit('open'), refundEndsAt: day(3) }), said);
    expect(contextOf(open)).toEqual({ possibleAt: '2026-01-08T12:00:00.000Z' });
  });
});
