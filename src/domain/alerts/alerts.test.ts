import { expect, test } from 'vitest';
import { LMT, SOL, USDC, day, sentPayout } from '#test/domain/builders';
import { knownMovement } from '#test/domain/movements';
import { NOTHING_OWED } from '#test/domain/payouts';
import { type HealthSnapshot, alertsOf, jobLagMs } from './alerts.ts';
import { payoutBudgetOf } from '../payouts/payout-budget.ts';
import { lmtPrice, usdPrice } from '../base/money.ts';
import { DEFAULT_LMT_PRICE, LMT_PRICE_MAX } from '../terms/terms.ts';
import { HOUR_MS, type Instant, MINUTE_MS, after } from '../base/time.ts';

const NOW = day(10);
const WALL = day(3);
const ago = (ms: number, from: Instant = NOW): Instant => after(from, -ms);
const job = {
  name: 'watch-treasury',
  everyMs: 2_000,
  startedAt: ago(3_000, WALL),
  tookMs: 10,
  failingSince: null,
  error: null,
};
const payout = {
  id: 'p1',
  status: 'sent',
  isOutside: false,
  createdAt: ago(1),
  expiresAt: after(NOW, 1),
} as const;
const SOL_FIGURE = { token: 'SOL', expected: 5n, balance: 5n, difference: 0n } as const;
const OWN_NAME = { id: 'n1', movementId: 'm1', label: 'own', note: null, at: NOW } as const;
/** Healthy system. */
const fine: HealthSnapshot = {
  now: NOW,
  wallNow: WALL,
  clock: { status: 'ok', aheadMs: 0, since: null, heldAgoMs: null },
  watcher: [{ address: 'treasury', slotsBehind: 600 }],
  newestBlockMs: 5 * MINUTE_MS,
  gaps: [],
  provider: { used: { month: 0, yesterday: 0 }, plan: null },
  openPayouts: [payout, { ...payout, status: 'awaiting-signature' }],
  feed: {
    isStatic: false,
    usdcOffPeg: null,
    symbols: [
      { symbol: 'SOL', isFromFeed: true, isStale: false, at: NOW },
      { symbol: 'KFR', isFromFeed: false, isStale: true, at: day(0) },
    ],
  },
  invariants: { checkedAt: ago(1, WALL), broken: [] },
  isLogBroken: false,
  queue: { overdue: 0, oldestAt: ago(1), lamports: SOL('10'), usdc: USDC('5') },
  supply: { issued: LMT('949999.99999999'), maximum: LMT('1000000') },
  lmtPrice: DEFAULT_LMT_PRICE,
  parked: { vaults: 0, transactions: 0, since: null },
  jobs: [job],
  usdcAccount: 'open',
  budget: payoutBudgetOf({ lamports: SOL('10'), usdc: USDC('5') }, [], NOTHING_OWED),
  movements: { figures: [SOL_FIGURE], concerns: [knownMovement({ name: OWN_NAME })] },
  balances: [{ token: 'SOL', slot: 9, held: 5n, written: 5n, since: null }],
  coverage: 100n,
};
const SOL_FEED = fine.feed.symbols[0]!;

test('returns no alerts for a healthy system', () => {
  expect(alertsOf(fine)).toEqual([]);
});

test('returns no alerts for unknown values', () => {
  const watcher = [{ address: 'treasury', slotsBehind: null }];
  const invariants = { checkedAt: null, broken: [] };
  expect(alertsOf({ ...fine, watcher, budget: null, jobs: [], invariants })).toEqual([]);
});

const cases: [string, Partial<HealthSnapshot>, object[]][] = [
  [
    'an account’s balance differs from its movements',
    { movements: { figures: [{ ...SOL_FIGURE, balance: 4n, difference: -1n }], concerns: [] } },
    [
      {
        code: 'MOVEMENTS_DIFFER',
        severity: 'critical',
        text: 'The treasury’s SOL account held 0.000000004 SOL, but its movements add up to 0.000000005 SOL',
        subject: 'SOL',
      },
    ],
  ],
  [
    'movements need a check by the owner',
    {
      movements: {
        figures: [SOL_FIGURE],
        concerns: [
          knownMovement(),
          knownMovement({ use: { kind: 'unknown' }, id: 'm2' }),
          knownMovement({ use: { kind: 'payout', payoutPurpose: 'sell' }, isRepeated: true }),
        ],
      },
    },
    [
      {
        code: 'MOVEMENT_WITHOUT_PAYOUT',
        severity: 'critical',
        text: '0.500000000 SOL left the treasury for bob, and no payout explains it',
        subject: 'm1',
      },
      { code: 'MOVEMENT_UNCLASSIFIED', severity: 'critical', subject: 'm2' },
      {
        code: 'PAID_TWICE',
        severity: 'critical',
        text: '0.500000000 SOL went to bob for a payout that was paid before, or is void',
        subject: 'p1',
      },
    ],
  ],
  [
    'the chain reports another balance than recorded',
    {
      balances: [
        { token: 'SOL', slot: 9, held: 8n, written: 5n, since: day(3) },
        { token: 'USDC', slot: 9, held: 4n, written: 5n, since: day(4) },
      ],
    },
    [
      {
        code: 'MOVEMENTS_DIFFER',
        severity: 'critical',
        text: 'At slot 9 the treasury’s SOL account held 0.000000008 SOL, but its movements up to there add up to 0.000000005 SOL',
        subject: 'SOL',
        since: day(3),
      },
      { code: 'MOVEMENTS_DIFFER', severity: 'critical', subject: 'USDC', since: day(4) },
    ],
  ],
  [
    'less is held than owed',
    { coverage: 99n },
    [
      {
        code: 'COVERAGE_LOW',
        severity: 'warning',
        text: 'What the treasury holds is worth only 99% of what it owes',
      },
    ],
  ],
  [
    'the watcher is more than a minute behind',
    { watcher: [{ address: 'treasury', slotsBehind: 601 }] },
    [
      {
        code: 'WATCHER_BEHIND',
        severity: 'warning',
        subject: 'treasury',
        text: 'The watcher is behind: payments of the last 601 slots are not credited yet',
      },
    ],
  ],
  [
    'the newest final block is more than five minutes old',
    { newestBlockMs: 6 * MINUTE_MS },
    [
      {
        code: 'WATCHER_BEHIND',
        severity: 'critical',
        subject: 'blocks',
        text: 'The providers stand still: their newest final block is minutes old',
        since: ago(6 * MINUTE_MS),
      },
    ],
  ],
  [
    'a payout is older than ten minutes',
    {
      openPayouts: [
        { ...payout, createdAt: ago(10 * MINUTE_MS) },
        { ...payout, id: 'p2', createdAt: ago(10 * MINUTE_MS + 1) },
      ],
    },
    [
      {
        code: 'PAYOUT_STUCK',
        severity: 'critical',
        subject: 'p2',
        since: ago(10 * MINUTE_MS + 1),
        text: 'A payout was sent and is not final yet',
      },
    ],
  ],
  [
    'an unsigned payout is not withdrawn within a minute of its expiry',
    {
      openPayouts: [
        { ...payout, status: 'awaiting-signature', expiresAt: ago(MINUTE_MS) },
        { ...payout, id: 'p2', expiresAt: ago(MINUTE_MS) },
        { ...payout, id: 'p3', status: 'awaiting-signature', createdAt: ago(14 * MINUTE_MS) },
      ],
    },
    [
      {
        code: 'PAYOUT_STUCK',
        subject: 'p1',
        text: 'A payout waits for the owner’s signature',
      },
    ],
  ],
  [
    'no provider has a range of the treasury’s history',
    {
      gaps: [
        {
          address: 'treasury',
          sinceSlot: 7,
          untilSlot: 9_000,
          since: ago(MINUTE_MS),
        },
      ],
    },
    [
      {
        code: 'WATCH_GAP',
        severity: 'critical',
        subject: 'treasury',
        since: ago(MINUTE_MS),
        text: 'No provider has what reached treasury between slots 7 and 9000: name one with full history in SOLANA_RPC_URL',
      },
    ],
  ],
  [
    'an outside payout is not settled in time',
    {
      openPayouts: [
        { ...payout, status: 'awaiting-signature', isOutside: true, expiresAt: ago(MINUTE_MS) },
        { ...payout, id: 'p2', status: 'awaiting-signature', isOutside: true, expiresAt: NOW },
      ],
    },
    [{ code: 'PAYOUT_STUCK', text: 'A payout has waited for 48 hours to be made outside' }],
  ],
  [
    'the feed has no fresh price of SOL and of another symbol',
    {
      feed: {
        isStatic: false,
        usdcOffPeg: null,
        symbols: [
          { ...SOL_FEED, isFromFeed: false, isStale: true },
          { ...SOL_FEED, symbol: 'BTC', isStale: true, at: day(9) },
        ],
      },
    },
    [
      {
        code: 'FEED_STALE',
        severity: 'critical',
        subject: 'SOL',
        text: 'The price feed has no fresh price of SOL',
      },
      { code: 'FEED_STALE', severity: 'warning', subject: 'BTC', since: day(9) },
    ],
  ],
  [
    'USDC is off its peg',
    {
      feed: {
        ...fine.feed,
        usdcOffPeg: { price: usdPrice(970_000000000n), at: day(9), source: 'feed' },
      },
    },
    [
      {
        code: 'USDC_OFF_PEG',
        severity: 'critical',
        subject: 'USDC',
        since: day(9),
        text: 'USDC is at 0.970000 USD: bonds in USDC are paused until it is back at its peg',
      },
    ],
  ],
  [
    'none for stale prices of a static feed',
    { feed: { isStatic: true, usdcOffPeg: null, symbols: [{ ...SOL_FEED, isStale: true }] } },
    [],
  ],
  [
    'an invariant and the owner’s log are broken',
    { invariants: { checkedAt: WALL, broken: ['no balance is negative'] }, isLogBroken: true },
    [
      {
        code: 'LOG_BROKEN',
        severity: 'critical',
        text: 'A line of the owner’s log was changed or removed in the database',
        since: WALL,
      },
      {
        code: 'INVARIANT_BROKEN',
        severity: 'critical',
        subject: 'no balance is negative',
        text: 'The books do not balance. A check of the ledger fails: no balance is negative',
      },
    ],
  ],
  [
    'requests wait for more than 48 hours',
    { queue: { ...fine.queue, overdue: 2, oldestAt: ago(50 * HOUR_MS) } },
    [
      {
        code: 'REQUEST_OVERDUE',
        severity: 'warning',
        since: ago(2 * HOUR_MS),
        text: '2 sell requests waiting for more than the promised 48 hours',
      },
    ],
  ],
  [
    'supply is at 95%',
    { supply: { issued: LMT('950000'), maximum: LMT('1000000') } },
    [
      {
        code: 'SUPPLY_NEAR',
        severity: 'warning',
        text: '950000.00000000 of at most 1000000.00000000 LMT exist: at the maximum new bonds are refused',
      },
    ],
  ],
  [
    'supply is at 100%: rewards are never cut',
    { supply: { issued: LMT('1000000'), maximum: LMT('1000000') } },
    [
      {
        code: 'SUPPLY_REACHED',
        severity: 'critical',
        text: '1000000.00000000 of at most 1000000.00000000 LMT exist: new bonds are refused',
      },
    ],
  ],
  [
    'the LMT price is at its maximum',
    { lmtPrice: LMT_PRICE_MAX },
    [
      {
        code: 'PRICE_AT_MAXIMUM',
        severity: 'warning',
        text: 'The LMT price has reached its maximum of 1000000000.000000 USDC: weekly steps no longer raise it',
      },
    ],
  ],
  [
    'the LMT price is above its maximum',
    { lmtPrice: lmtPrice(LMT_PRICE_MAX + 1n) },
    [{ code: 'PRICE_AT_MAXIMUM' }],
  ],
  ['none for an LMT price just below its maximum', { lmtPrice: lmtPrice(LMT_PRICE_MAX - 1n) }, []],
  [
    'a vault is parked',
    { parked: { vaults: 1, transactions: 0, since: day(9) } },
    [{ code: 'PARKED', text: '1 vault and 0 transactions failed and put aside', since: day(9) }],
  ],
  [
    'a vault and a transaction are parked',
    { parked: { vaults: 1, transactions: 1, since: day(9) } },
    [{ code: 'PARKED', text: '1 vault and 1 transaction failed and put aside' }],
  ],
  [
    'a job fails, and another for over five minutes',
    {
      jobs: [
        { ...job, failingSince: ago(5 * MINUTE_MS, WALL), error: 'down' },
        { ...job, name: 'tidy', failingSince: ago(5 * MINUTE_MS + 1, WALL), error: 'down' },
      ],
    },
    [
      { code: 'JOB_FAILING', severity: 'critical', subject: 'tidy' },
      {
        code: 'JOB_FAILING',
        severity: 'warning',
        subject: 'watch-treasury',
        text: 'The job watch-treasury fails: down',
        since: ago(5 * MINUTE_MS, WALL),
      },
    ],
  ],
  [
    'a job does not run',
    { jobs: [{ ...job, startedAt: ago(3 * MINUTE_MS, WALL) }] },
    [
      {
        code: 'JOB_FAILING',
        severity: 'critical',
        text: 'The job watch-treasury does not run on any node',
        since: ago(3 * MINUTE_MS - 10_010, WALL),
      },
    ],
  ],
  [
    'none for a job that is two minutes late',
    { jobs: [{ ...job, startedAt: ago(2 * MINUTE_MS + 10_010, WALL) }] },
    [],
  ],
  [
    'none for an hourly job within another hour',
    { jobs: [{ ...job, everyMs: HOUR_MS, startedAt: ago(2 * HOUR_MS, WALL) }] },
    [],
  ],
  [
    'the treasury cannot pay pending requests in SOL',
    {
      budget: payoutBudgetOf(
        { lamports: SOL('10'), usdc: USDC('6') },
        [sentPayout({ token: 'USDC', amount: USDC('0.5'), costs: SOL('0.000005') })],
        NOTHING_OWED,
      ),
    },
    [
      {
        code: 'TREASURY_SHORT',
        severity: 'critical',
        subject: 'SOL',
        text: 'Pending requests need 10.000000000 SOL, the treasury has 9.999995000 for them',
      },
    ],
  ],
  [
    'none for a request whose payout is reserved already',
    {
      budget: payoutBudgetOf(
        { lamports: SOL('10.1'), usdc: USDC('6') },
        [sentPayout({ status: 'awaiting-signature', amount: SOL('10'), costs: SOL('0.1') })],
        NOTHING_OWED,
      ),
    },
    [],
  ],
  [
    'the treasury cannot pay pending requests in USDC',
    { budget: payoutBudgetOf({ lamports: SOL('10'), usdc: USDC('4') }, [], NOTHING_OWED) },
    [
      {
        code: 'TREASURY_SHORT',
        subject: 'USDC',
        text: 'Pending requests need 5.000000 USDC, the treasury has 4.000000 for them',
      },
    ],
  ],
];

test.each(cases)('alerts: %s', (_, facts, expected) => {
  const found = alertsOf({ ...fine, ...facts });
  expect(found).toHaveLength(expected.length);
  expect(found).toMatchObject(expected);
});

test('lists critical alerts first', () => {
  const watcher = [{ address: 'treasury', slotsBehind: 999 }];
  const supply = { issued: LMT('2'), maximum: LMT('1') };
  const found = alertsOf({ ...fine, watcher, supply, isLogBroken: true });
  expect(found.map(({ severity }) => severity)).toEqual(['critical', 'critical', 'warning']);
});

test('measures a job’s lag from its next due time', () => {
  expect(jobLagMs(job, WALL)).toBe(0);
  expect(jobLagMs({ ...job, startedAt: ago(20_010, WALL) }, WALL)).toBe(10_000);
  expect(jobLagMs({ ...job, everyMs: 60_000, startedAt: ago(20_010, WALL) }, WALL)).toBe(0);
});

test.each([
  ['open', []],
  [null, []],
  ['missing', [['warning', expect.stringMatching(/^The treasury has no USDC account: /)]]],
  [
    'not-ours',
    [
      [
        'critical',
        'The treasury’s USDC account belongs to another wallet: quotes in USDC are refused',
      ],
    ],
  ],
  [
    'frozen',
    [
      [
        'critical',
        'The treasury’s USDC account is frozen by its issuer: quotes in USDC are refused',
      ],
    ],
  ],
] as const)('alerts on the state of the treasury’s USDC account: %s', (usdcAccount, expected) => {
  const found = alertsOf({ ...fine, usdcAccount });
  expect(found.map(({ severity, text }) => [severity, text])).toEqual(expected);
  expect(found.every(({ code }) => code === 'USDC_ACCOUNT')).toBe(true);
});
