import { describe, expect, test } from 'vitest';

import { CODES } from '#test/support/codes';
import { type Code, type Kind, type Refusal, kindOf, messageOf } from './errors.ts';
import { ok, refuse } from './result.ts';

/** Context in which every field's value is its name. */
const CONTEXT: object = new Proxy(
  {},
  { get: (_, field) => (field === 'issues' ? ['<issues>'] : `<${String(field)}>`) },
);
const message = (code: Code): string => messageOf({ code, context: CONTEXT } as Refusal);

describe('every refusal', () => {
  test.each(CODES)('%s has a kind, and a text without placeholders', (code) => {
    expect(KINDS).toContain(kindOf(code));
    expect(message(code)).toMatch(/^[A-Za-z0-9<].{4,}/);
    expect(message(code)).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test('has a unique text', () => {
    expect(new Set(CODES.map(message)).size).toBe(CODES.length);
  });
});

const KINDS: readonly Kind[] = [
  'malformed',
  'unauthenticated',
  'feeDue',
  'forbidden',
  'unknown',
  'notNow',
  'outOfRange',
  'tooMany',
  'unavailable',
  'fault',
];

test.each<[Kind, Code[]]>([
  ['malformed', ['MALFORMED', 'AMOUNT_MALFORMED', 'AMOUNT_TOO_PRECISE']],
  [
    'unauthenticated',
    ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'SIGNATURE_INVALID', 'SIGNATURE_REQUIRED'],
  ],
  ['forbidden', ['NOT_YOURS', 'WALLET_MISMATCH', 'NOT_OWNER']],
  ['feeDue', ['FEE_REQUIRED']],
  ['unknown', ['NOT_FOUND']],
  [
    'notNow',
    ['BOND_LOCKED', 'BOND_PENDING', 'BOND_NOT_FINALIZED', 'SIGNATURE_USED', 'FEE_NOT_SEEN'],
  ],
  ['notNow', ['VAULT_VESTING', 'VAULT_NOT_ACTIVATED', 'VAULT_RUNNING', 'VAULT_COMPLETED']],
  ['notNow', ['SELL_NO_UNSTAKED', 'SELL_NOT_MATURED', 'SELL_WINDOW_EXPIRED', 'SELL_NO_VAULTS']],
  ['notNow', ['SELL_PENDING', 'SELL_DECIDED', 'PAYOUT_OPEN', 'TREASURY_SHORT']],
  ['outOfRange', ['BELOW_MINIMUM', 'INSUFFICIENT_BALANCE', 'SUPPLY_EXCEEDED', 'SELL_LIMIT']],
  [
    'outOfRange',
    ['WITHDRAWAL_LIMIT', 'DEBIT_TOO_LARGE', 'SETTING_OUT_OF_RANGE', 'SETTING_UNKNOWN'],
  ],
  ['unavailable', ['PAUSED', 'PRICE_STALE', 'USDC_NOT_READY']],
  ['tooMany', ['RATE_LIMITED']],
  ['fault', ['INTERNAL']],
])('the kind %s has the codes %s', (kind, codes) => {
  expect(codes.map(kindOf)).toEqual(codes.map(() => kind));
});

describe("the specs' texts, word for word", () => {
  test.each<[Code, string]>([
    ['SELL_NO_VAULTS', 'No active vaults'],
    ['SELL_NOT_MATURED', 'Vaults not yet matured (7-day period incomplete)'],
    ['SELL_WINDOW_EXPIRED', '24-hour restaking window expired'],
    ['SELL_NO_UNSTAKED', 'No unstaked LMT'],
    ['WITHDRAWAL_LIMIT', 'Maximum withdrawable: <maximum> LMT (50% of vault)'],
    ['INSUFFICIENT_BALANCE', 'You only have <available> LMT available to stake.'],
    ['BOND_PENDING', 'Awaiting blockchain confirmation'],
    ['UNAUTHENTICATED', 'Authentication required. Please reconnect your wallet.'],
    ['SESSION_EXPIRED', 'Your session has expired. Please reconnect your wallet.'],
    [
      'SIGNATURE_INVALID',
      'Failed to authenticate with wallet signature. Please try connecting again.',
    ],
    ['NOT_OWNER', 'Only the protocol owner can access admin dashboard'],
    [
      'FEE_REQUIRED',
      'You need to pay the staking fee first. Please approve the transaction in your wallet.',
    ],
    ['INTERNAL', 'Server error. Please try again in a few moments.'],
    ['NOT_FOUND', '<what> not found'],
  ])('%s', (code, text) => {
    expect(message(code)).toBe(text);
  });
});

test('the text of a malformed request lists all issues', () => {
  const refusal: Refusal = { code: 'MALFORMED', context: { issues: ['no amount', 'no token'] } };
  expect(messageOf(refusal)).toBe('The request is not well-formed: no amount; no token');
});

test('builds results: a value, or a refusal with its context', () => {
  expect(ok(5)).toEqual({ ok: true, value: 5 });
  expect(refuse('CONFLICT')).toEqual({ ok: false, refusal: { code: 'CONFLICT', context: {} } });
  expect(refuse('NOT_FOUND', { what: 'Bond' }).refusal.context).toEqual({ what: 'Bond' });
});
