import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { type Proof, readProof } from '#proof/files/published-proof';
import { HoldingsStep } from './holdings-step.tsx';

/** 10 LMT at 1,000 USDC are owed, 4 of them in a request with a payout of 17 SOL, at 200, under way. */
const DAY = {
  day: '2026-01-31',
  at: '2026-01-31T00:00:00.000Z',
  root: 'ab'.repeat(32),
  totalUnits: '1000000000',
  leaves: 2,
  wallets: 1,
  logHead: 'cd'.repeat(32),
  otherLiabilities: [{ asset: 'SOL', units: '17000000000', what: 'open payouts' }],
  holdings: [{ asset: 'SOL', address: 'T', amount: '50.000000000', slot: 7, ownership: null }],
  anchor: null,
  treasury: 'T',
  worth: {
    lmtPriceUSDC: '1000.000000',
    liabilitiesUSD: '9400.000000',
    onChainUSD: '10000.000000',
    withEntriesUSD: '11750.000000',
    coverageOnChain: '1.06',
    coverageWithEntries: '1.25',
  },
  leavesKept: true,
};
/** Balance after that payout. */
const NOW_UNITS = 33_000_000_000n;

/** The app's figures after it: 6 LMT, and no payout under way. */
const APP = {
  holdings: [{ symbol: 'SOL', price: '200.000000000000' }],
  liabilities: { lmtUSD: '6000.000000', otherUSD: '0.000000' },
};

function drawn(answer: object): string {
  const proof: Proof = readProof({ ...DAY, ...answer })!;
  const holding = proof.holdings[0]!;
  const account = {
    holding,
    ownership: 'unsigned',
    nowUnits: NOW_UNITS,
    account: 'own',
  } as const;
  const outcome = { state: 'open', message: '' } as const;
  const markup = renderToStaticMarkup(
    <HoldingsStep proof={proof} holdings={{ outcome, checked: [account] }} app={APP as never} />,
  );
  return markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('counts LMT whose payout is under way once, with the coverage of that moment', () => {
  const text = drawn({});
  expect(text).toContain('$9,400.00');
  expect(text).toContain('1.06');
  expect(text).toContain('1.25');
  expect(text).toContain('33.0000');
  expect(text).not.toContain('0.49');
});

test('compares what the chain holds now with what is owed now', () => {
  const text = drawn({});
  expect(text).toMatch(/Coverage now .*1\.10/);
  expect(text).toContain('$6,000.00');
});

test('shows no ratio for a day on which nothing was owed', () => {
  const worth = { ...DAY.worth, liabilitiesUSD: '0.000000' };
  const none = { coverageOnChain: null, coverageWithEntries: null };
  expect(drawn({ worth: { ...worth, ...none } })).toContain('Nothing was owed.');
});

test('shows only balances for a day without worth', () => {
  const text = drawn({ worth: undefined });
  expect(text).toContain('33.0000');
  expect(text).not.toContain('Coverage when the proof was made');
});

test('refuses a file whose worth has another form', () => {
  expect(readProof({ ...DAY, worth: { ...DAY.worth, coverageOnChain: 1.06 } })).toBeNull();
});
