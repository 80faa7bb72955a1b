import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { changeRevenue, changeSettings } from '#contract/terms/settings';
import { getHoldings, getTransparency, getTreasuryStats } from '#contract/treasury/treasury';
import { formatAmount, lamports, parseAmount, usdc } from '#domain/base/money';
import { DAY_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { Node } from '#test/world/node';

const SYMBOLS = ['SOL', 'USDC', 'KFR', 'BTC', 'ETH', 'XRP', 'AVAX', 'XLM', 'HBAR', 'AXL', 'BML'];
/** Older than the cache lifetime of balances. */
const STALE_MS = 11 * SECOND_MS;

onOneDatabase('treasury figures', (fresh) => {
  const world = World.forTests({ fresh });
  afterEach(() => world.expectSound());

  const holdings = async (node?: Node) => (await world.call(getHoldings, {}, node)).body;
  const onChain = async () => {
    const balances = await world.node.parts.chain.balances('finalized');
    if (balances.kind !== 'fact') throw new Error('the chain is down');
    return balances.value;
  };
  const usd = (text: string): bigint => parseAmount('USDC', text)!;

  test('all 11 holdings are listed, SOL and USDC read from the chain, with prices if available', async () => {
    const list = await holdings();
    expect(list.map(({ symbol }) => symbol)).toEqual(SYMBOLS);
    expect(list.map(({ displayOrder }) => displayOrder)).toEqual(SYMBOLS.map((_, i) => i + 1));
    const [sol, tokens, kfr, btc] = list;
    for (const { logoUrl } of list) {
      const icon = readFileSync(`src/web/public${logoUrl}`, 'utf8');
      expect(icon, String(logoUrl)).toMatch(/^<svg[^>]* viewBox="0 0 24 24"/);
      // Icons served from our origin must not run scripts or load resources.
      expect(icon).not.toMatch(/<script|\son\w+=|href|@import|<style/i);
    }
    const chain = await onChain();
    expect(chain.lamports > lamports(999_000_000_000n)).toBe(true);
    expect(sol).toMatchObject({
      id: 'SOL',
      name: 'Solana',
      amount: formatAmount('SOL', chain.lamports),
      logoUrl: '/logos/sol.svg',
      price: '200.000000000000',
      priceSource: 'static',
      valueUSD: formatAmount('USDC', usdc(chain.lamports / 5n)),
      amountSource: 'chain',
    });
    expect(tokens).toMatchObject({
      amount: formatAmount('USDC', chain.usdc),
      price: '1.000000000000',
      valueUSD: formatAmount('USDC', chain.usdc),
    });
    expect(kfr).toMatchObject({
      amount: '0.000000',
      price: '0.002466900000',
      valueUSD: '0.000000',
      percent: '0.00',
      amountSource: 'owner',
      asOf: null,
      ageMs: null,
    });
    expect(btc).toMatchObject({ price: null, priceSource: null, valueUSD: null, percent: null });
    const shares = list.flatMap(({ percent }) => (percent === null ? [] : [Number(percent)]));
    expect(shares.reduce((total, share) => total + share)).toBeCloseTo(100, 1);
  });

  test('stats return APY, revenue and the value of priced holdings', async () => {
    const { body } = await world.call(getTreasuryStats);
    const { lamports: sol, usdc: tokens } = await onChain();
    expect(body).toMatchObject({
      currentAPY: '1000.00',
      apyMode: 'fixed',
      baseAPY: '1000.00',
      maxDynamicAPY: '10000.00',
      totalRevenue: '7500.000000',
      arbitrageTrading: '3000.000000',
      yieldFarming: '3000.000000',
      highFrequencyTrading: '1500.000000',
      totalValue: formatAmount('USDC', usdc(sol / 5n + tokens)),
    });
    expect(Date.parse(body.balancesAsOf!)).toBeGreaterThan(0);
    const owner = await world.owner();
    await owner(changeRevenue, { body: { yieldFarming: 500, currentAPY: 800 } });
    expect((await world.call(getTreasuryStats)).body).toMatchObject({
      currentAPY: '800.00',
      totalRevenue: '5000.000000',
    });
    await owner(changeRevenue, { body: { yieldFarming: 3000, currentAPY: 1000 } });
  });

  test('a payment is part of the holdings once final, and the value follows the price', async () => {
    const before = await onChain();
    const user = await world.user();
    await user.pay('SOL', '10');
    await user.pay('USDC', '500');
    await world.pass(STALE_MS + 15 * SECOND_MS);
    const [sol, tokens] = await holdings();
    expect([sol!.amount, tokens!.amount]).toEqual([
      formatAmount('SOL', lamports(before.lamports + 10_000_000_000n)),
      formatAmount('USDC', usdc(before.usdc + 500_000_000n)),
    ]);
    const owner = await world.owner();
    await owner(changeSettings, { body: { lmtPriceSOL: '9.87' } });
    expect((await holdings())[0]).toMatchObject({ price: '100.000000000000' });
    await owner(changeSettings, { body: { lmtPriceSOL: '4.935' } });
    await world.advance(2 * DAY_MS); // Lets the payments be processed.
  });

  test('liabilities are listed by place and valued', async () => {
    const { body: before } = await world.call(getTransparency);
    const user = await world.user();
    await user.bonded('10');
    await user.bond('USDC', '1974');
    const stake = await user.staked('4');
    await world.advance(DAY_MS);
    const { body } = await world.call(getTransparency);
    const more = (name: 'unstaked' | 'bonds' | 'vaults' | 'escrow' | 'accruingRewards'): bigint =>
      BigInt(body.liabilities[name].replace('.', '')) -
      BigInt(before.liabilities[name].replace('.', ''));
    const accrued = (await user.onlyStake()).rewardsAccrued;
    expect(stake.id).toBe((await user.onlyStake()).id);
    expect({ unstaked: more('unstaked'), bonds: more('bonds'), escrow: more('escrow') }).toEqual({
      unstaked: 600_000_000n,
      bonds: 200_000_000n,
      escrow: 0n,
    });
    expect(more('vaults')).toBe(400_000_000n + more('accruingRewards'));
    // A day of 1000% on 4 LMT; the two reads are moments apart.
    expect(Number(accrued)).toBeCloseTo(Number(more('accruingRewards')) / 1e8, 4);
    expect(Number(accrued)).toBeGreaterThan(0.1);
    expect(body.liabilities.total).toBe(body.liabilitiesLMT);
    expect(usd(body.liabilitiesUSD)).toBe(
      (BigInt(body.liabilitiesLMT.replace('.', '')) * 987_000_000n) / 100_000_000n,
    );
    const supply = BigInt(body.supply.replace('.', ''));
    const total = BigInt(body.liabilitiesLMT.replace('.', ''));
    const accruing = BigInt(body.liabilities.accruingRewards.replace('.', ''));
    expect(supply).toBe(total - accruing);
    expect(body).toMatchObject({
      stakedLMT: '4.00000000',
      maxSupply: '1000000.00000000',
      lmtPriceUSDC: '987.000000',
      dailyRevenue: '7500.000000',
      // 4 LMT × 10 / 365 × 987
      dailyAPYCost: '108.164383',
      currentAPY: '1000.00',
      apyMode: 'fixed',
    });
    const list = await holdings();
    const ageless = (all: typeof list) => all.map((one) => ({ ...one, ageMs: null }));
    expect(ageless(body.holdings)).toEqual(ageless(list));
    const held = usd((await world.call(getTreasuryStats)).body.totalValue);
    expect(body.holdingsUSD).toBe(formatAmount('USDC', usdc(held)));
    const covered = (held * 100n) / usd(body.liabilitiesUSD);
    expect(body.coverage).toBe(`${covered / 100n}.${String(covered % 100n).padStart(2, '0')}`);
  });

  test('an invalid date range is malformed', async () => {
    for (const range of ['1d', '', 'constructor']) {
      expect((await world.call(getTransparency, { query: { range } })).status).toBe(400);
    }
  });

  test('while the chain is down, every node shows the last known amounts with their age', async () => {
    await world.pass(STALE_MS);
    const [before] = await holdings();
    const { body: stats } = await world.call(getTreasuryStats);
    world.net.faults.inject({ kind: 'bad-gateway' });
    await world.pass(60_000);
    const restarted = await world.restart();
    for (const node of [world.node, restarted]) {
      const [sol] = await holdings(node);
      expect(sol).toMatchObject({ amount: before!.amount, asOf: before!.asOf });
      expect(sol!.ageMs).toBeGreaterThanOrEqual(60_000);
      const now = (await world.call(getTreasuryStats, {}, node)).body;
      expect(now).toMatchObject({ totalValue: stats.totalValue, balancesAsOf: before!.asOf });
      expect((await world.call(getTransparency, {}, node)).body.holdings[0]).toMatchObject({
        asOf: before!.asOf,
      });
    }
    world.net.faults.clear();
    await world.pass(STALE_MS);
    const [after] = await holdings(restarted);
    expect(after!.ageMs).toBeLessThan(60_000);
    expect(after!.asOf).not.toBe(before!.asOf);
  });

  test('a chain that never responds blocks no request', async () => {
    const [before] = await holdings();
    await world.pass(STALE_MS);
    const { chain } = world.node.parts;
    const silent = await world.restart({
      chain: { ...chain, balances: () => new Promise(() => {}) },
    });
    for (const [sol] of [await holdings(silent), await holdings(silent)]) {
      expect(sol).toMatchObject({ amount: before!.amount, asOf: before!.asOf });
    }
  });

  test('an amount that was never read has no time', async () => {
    await world.rows(`update holdings set amount = 0, as_of = null where origin = 'chain'`);
    world.net.faults.inject({ kind: 'bad-gateway' });
    const node = await world.restart();
    expect((await holdings(node))[0]).toMatchObject({
      amount: '0.000000000',
      asOf: null,
      ageMs: null,
    });
    expect((await world.call(getTreasuryStats, {}, node)).body).toMatchObject({
      totalValue: '0.000000',
      balancesAsOf: null,
    });
  });
});
