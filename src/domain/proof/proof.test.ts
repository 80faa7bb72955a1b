import { describe, expect, test } from 'vitest';
import { SOL, T0, USDC } from '#test/domain/builders';
import { lmtPrice, usdPrice, usdc } from '../base/money.ts';
import { type PricedHolding, priced } from '../treasury/holdings.ts';
import { otherLiabilities, worthOf } from './proof.ts';

const holding = (
  symbol: string,
  { origin, decimals, units }: Pick<PricedHolding, 'origin' | 'decimals' | 'units'>,
  usd: bigint | null,
): PricedHolding =>
  priced(
    { symbol, name: symbol, logo: null, displayOrder: 1, decimals, origin, units, asOf: T0 },
    usd === null ? null : usdPrice(usd * 1_000000000000n),
  );
const chain = { origin: 'chain' } as const;
const owner = { origin: 'owner' } as const;
const HOLDINGS = [
  holding('SOL', { ...chain, decimals: 9, units: SOL('2') }, 200n),
  holding('USDC', { ...chain, decimals: 6, units: USDC('93.5') }, 1n),
  holding('BTC', { ...owner, decimals: 8, units: 1_000_000n }, 100_000n),
  holding('KFR', { ...owner, decimals: 0, units: 7n }, null),
];
const lmt = lmtPrice(987_000_000n);

describe('what a day’s proof says of worth', () => {
  test('what the chain shows stands apart from what the owner has entered', () => {
    expect(worthOf({ lmtPrice: lmt, owedUsd: USDC('987') }, HOLDINGS)).toEqual({
      lmtPriceUSDC: '987.000000',
      liabilitiesUSD: '987.000000',
      onChainUSD: '493.500000',
      withEntriesUSD: '1493.500000',
      coverageOnChain: '0.50',
      coverageWithEntries: '1.51',
    });
  });

  test('where nothing is owed there is no coverage to speak of', () => {
    expect(worthOf({ lmtPrice: lmt, owedUsd: usdc(0n) }, HOLDINGS)).toMatchObject({
      liabilitiesUSD: '0.000000',
      coverageOnChain: null,
      coverageWithEntries: null,
    });
  });
});

test('what is owed beside LMT is listed by token and by what it is', () => {
  const owed = {
    SOL: { credit: 1n, deposits: 2n, payouts: 3n },
    USDC: { credit: 0n, deposits: 5n, payouts: 6n },
  };
  expect(otherLiabilities(owed)).toEqual([
    { asset: 'SOL', units: '1', what: 'fee credit' },
    { asset: 'SOL', units: '2', what: 'unmatched deposits' },
    { asset: 'USDC', units: '5', what: 'unmatched deposits' },
    { asset: 'SOL', units: '3', what: 'open payouts' },
    { asset: 'USDC', units: '6', what: 'open payouts' },
  ]);
});
