import { describe, expect, test } from 'vitest';
import { SOL, USDC, codeOf, contextOf, valueOf } from '#test/domain/builders';
import { lmtPrice } from '../base/money.ts';
import { type SettingsInput, readRevenueInput, readSettingsInput } from './settings-input.ts';
import { enterPrices } from './settings.ts';

const NO_PRICES = { lmt: null, lmtInSol: null };

describe('what the owner sends as settings', () => {
  test('fees as text, supply and APYs as numbers, prices as raw text: in their units', () => {
    const input = {
      stakingFee: '0.02',
      withdrawalFee: '0.15',
      sellingFee: '0.150001',
      autoRestakeFee: '0',
      weeklyPriceIncrease: '1',
      maxSupply: 1_000_000,
      baseAPY: 1000,
      maxDynamicAPY: 10_000.5,
      lmtPriceUSDC: '987.000001',
      lmtPriceSOL: '4.935000001',
      apyMode: 'dynamic',
    };
    expect(valueOf(readSettingsInput(input))).toEqual({
      change: {
        stakingFee: 20_000n,
        withdrawalFee: 150_000n,
        sellFee: 150_001n,
        restakeFee: 0n,
        weeklyPriceIncrease: 1_000_000n,
        maxSupply: 100_000_000_000_000n,
        baseApy: 100_000n,
        maxDynamicApy: 1_000_050n,
        apyMode: 'dynamic',
      },
      prices: { lmt: 987_000_001n, lmtInSol: 4_935_000_001n },
    });
  });

  test('the user side’s names lead to the same settings; null takes the withdrawal fee back', () => {
    const input = { sellFee: '0.1', sellingFee: 0.1, restakeFee: '0.01', withdrawalFee: null };
    expect(valueOf(readSettingsInput(input))).toEqual({
      change: { sellFee: 100_000n, restakeFee: 10_000n, withdrawalFee: null },
      prices: NO_PRICES,
    });
  });

  test('what is not defined is not sent, and the mode alone is a change', () => {
    expect(valueOf(readSettingsInput({ stakingFee: undefined, sellFee: '0.1' })).change).toEqual({
      sellFee: 100_000n,
    });
    expect(valueOf(readSettingsInput({ apyMode: 'dynamic' }))).toEqual({
      change: { apyMode: 'dynamic' },
      prices: NO_PRICES,
    });
  });

  test.each<[string, SettingsInput]>([
    ['nothing', {}],
    ['only what is not defined', { stakingFee: undefined }],
    ['null', { stakingFee: null }],
    ['a truth', { stakingFee: true }],
    ['a list', { stakingFee: ['0.1'] }],
    ['an empty text', { stakingFee: '' }],
    ['a blank', { stakingFee: ' 0.1' }],
    ['an exponent', { stakingFee: '1e-2' }],
    ['a plus', { stakingFee: '+0.1' }],
    ['no digit before the point', { stakingFee: '.1' }],
    ['no digit after the point', { stakingFee: '0.' }],
    ['a comma', { maxSupply: '1,000,000' }],
    ['a text that is no number', { maxSupply: 'NaN' }],
    ['a hexadecimal', { maxSupply: '0x10' }],
    ['no number', { maxSupply: Number.NaN }],
    ['no end', { maxSupply: Number.POSITIVE_INFINITY }],
    ['a seventh decimal of a fee', { stakingFee: '0.0000001' }],
    ['a seventh decimal of a fee that is 0', { stakingFee: '0.0200000' }],
    ['a seventh decimal of a fee as a number', { stakingFee: 0.0200001 }],
    ['a quotient of floats', { stakingFee: String(1.1 / 100) }],
    ['a third decimal of an APY', { baseAPY: 1000.125 }],
    ['a tenth decimal of SOL', { lmtPriceSOL: '4.9350000001' }],
    [
      'a number with more digits than a double keeps',
      JSON.parse('{"maxSupply":92233720368.54775807}') as SettingsInput,
    ],
    [
      'a number beyond the integers of a double',
      JSON.parse('{"maxSupply":9007199254740993}') as SettingsInput,
    ],
    ['a malformed value beside an unknown name', { nonsense: 1, stakingFee: 'x' }],
  ])('%s: malformed', (_, input) => {
    expect(codeOf(readSettingsInput(input))).toBe('MALFORMED');
  });

  test.each(['currentAPY', 'lmtPrice', 'toString', '__proto__', 'stakingfee', ''])(
    '%j is no setting',
    (name) => {
      const input = Object.fromEntries([
        [name, 1],
        ['stakingFee', '0.1'],
      ]) as SettingsInput;
      expect(contextOf(readSettingsInput(input))).toEqual({ name });
    },
  );

  test('two names of one setting must agree', () => {
    const refused = readSettingsInput({ sellingFee: '0.1', sellFee: '0.2' });
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toEqual({ name: 'sellFee', allowed: 'the same as sellingFee' });
    expect(codeOf(readSettingsInput({ restakeFee: '0.1', autoRestakeFee: 0.01 }))).not.toBe('ok');
  });

  test('what is below 0 is well-formed, and left to the range', () => {
    expect(valueOf(readSettingsInput({ stakingFee: '-0.02', maxSupply: -5 })).change).toEqual({
      stakingFee: -20_000n,
      maxSupply: -500_000_000n,
    });
    expect(valueOf(readSettingsInput({ maxSupply: 1e21 })).change.maxSupply).toBe(10n ** 29n);
  });
});

describe('what the owner sends as revenue', () => {
  test('numbers or text, in USD a day and percent', () => {
    const input = { arbitrageTrading: 3000, yieldFarming: '0.000001', currentAPY: 1234.56 };
    expect(valueOf(readRevenueInput(input)).change).toEqual({
      arbitrageTrading: USDC('3000'),
      yieldFarming: 1n,
      currentApy: 123_456n,
    });
  });

  test.each<[string, SettingsInput, string]>([
    ['nothing', {}, 'MALFORMED'],
    ['a seventh decimal', { yieldFarming: 0.0000015 }, 'MALFORMED'],
    ['a setting', { stakingFee: '0.1' }, 'SETTING_UNKNOWN'],
    ['a mode', { apyMode: 'fixed' }, 'SETTING_UNKNOWN'],
  ])('%s: refused', (_, input, code) => {
    expect(codeOf(readRevenueInput(input))).toBe(code);
  });
});

describe('prices that the owner enters', () => {
  const before = lmtPrice(987_000_000n);

  test('LMT in SOL gives the SOL price, at the new LMT price where there is one', () => {
    expect(valueOf(enterPrices(before, { lmt: null, lmtInSol: SOL('4.935') }))).toEqual({
      lmt: null,
      sol: 200_000000000000n,
    });
    const both = { lmt: lmtPrice(1_000_000_000n), lmtInSol: SOL('4') };
    expect(valueOf(enterPrices(before, both))).toEqual({ lmt: both.lmt, sol: 250_000000000000n });
    expect(valueOf(enterPrices(before, NO_PRICES))).toEqual({ lmt: null, sol: null });
  });

  test.each([
    ['no LMT price', { lmt: lmtPrice(0n), lmtInSol: null }, 'lmtPriceUSDC'],
    ['one below 0', { lmt: lmtPrice(-1n), lmtInSol: null }, 'lmtPriceUSDC'],
    ['one beyond measure', { lmt: lmtPrice(10n ** 15n + 1n), lmtInSol: null }, 'lmtPriceUSDC'],
    ['LMT for no SOL', { lmt: null, lmtInSol: SOL('0') }, 'lmtPriceSOL'],
    ['LMT for less than no SOL', { lmt: null, lmtInSol: -SOL('1') }, 'lmtPriceSOL'],
    ['SOL at nearly nothing', { lmt: null, lmtInSol: SOL('1000000000') * 1_000n }, 'lmtPriceSOL'],
    ['SOL beyond measure', { lmt: null, lmtInSol: 1n }, 'lmtPriceSOL'],
  ] as [string, Parameters<typeof enterPrices>[1], string][])('%s: refused', (_, entered, name) => {
    const refused = enterPrices(before, entered);
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toMatchObject({ name });
  });
});
