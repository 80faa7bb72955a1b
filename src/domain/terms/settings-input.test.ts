import { describe, expect, test } from 'vitest';
import { T0, USDC, codeOf, contextOf, valueOf } from '#test/domain/builders';
import { type SettingsInput, readRevenueInput, readSettingsInput } from './settings-input.ts';

const NO_PRICES = { lmt: null, lmtInSol: null };

describe('input of settings', () => {
  test('converts fees as text, supply and APYs as numbers, and prices as raw text to units', () => {
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
      effectiveAt: null,
    });
  });

  test('accepts the users’ API names for the same settings; null unsets the withdrawal fee', () => {
    const input = { sellFee: '0.1', sellingFee: 0.1, restakeFee: '0.01', withdrawalFee: null };
    expect(valueOf(readSettingsInput(input))).toEqual({
      change: { sellFee: 100_000n, restakeFee: 10_000n, withdrawalFee: null },
      prices: NO_PRICES,
      effectiveAt: null,
    });
  });

  test('ignores undefined values, and accepts the APY mode as the only change', () => {
    expect(valueOf(readSettingsInput({ stakingFee: undefined, sellFee: '0.1' })).change).toEqual({
      sellFee: 100_000n,
    });
    expect(valueOf(readSettingsInput({ apyMode: 'dynamic' }))).toEqual({
      change: { apyMode: 'dynamic' },
      prices: NO_PRICES,
      effectiveAt: null,
    });
  });

  test.each<[string, SettingsInput]>([
    ['an empty input', {}],
    ['only undefined values', { stakingFee: undefined }],
    ['null', { stakingFee: null }],
    ['a boolean', { stakingFee: true }],
    ['a list', { stakingFee: ['0.1'] }],
    ['an empty text', { stakingFee: '' }],
    ['a leading blank', { stakingFee: ' 0.1' }],
    ['an exponent', { stakingFee: '1e-2' }],
    ['a plus sign', { stakingFee: '+0.1' }],
    ['a missing digit before the point', { stakingFee: '.1' }],
    ['a missing digit after the point', { stakingFee: '0.' }],
    ['a comma', { maxSupply: '1,000,000' }],
    ['a text that is no number', { maxSupply: 'NaN' }],
    ['a hexadecimal', { maxSupply: '0x10' }],
    ['NaN', { maxSupply: Number.NaN }],
    ['infinity', { maxSupply: Number.POSITIVE_INFINITY }],
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
    ['an unknown mode', { apyMode: 'wild' }],
    ['a mode that is a number', { apyMode: 1 }],
    ['a malformed value beside an unknown name', { nonsense: 1, stakingFee: 'x' }],
  ])('refuses %s as malformed', (_, input) => {
    expect(codeOf(readSettingsInput(input))).toBe('MALFORMED');
  });

  test.each(['currentAPY', 'lmtPrice', 'toString', '__proto__', 'stakingfee', ''])(
    'refuses the unknown setting %j',
    (name) => {
      const input = Object.fromEntries([
        [name, 1],
        ['stakingFee', '0.1'],
      ]) as SettingsInput;
      expect(contextOf(readSettingsInput(input))).toEqual({ name });
    },
  );

  test('refuses two names of a setting with different values', () => {
    const refused = readSettingsInput({ sellingFee: '0.1', sellFee: '0.2' });
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toEqual({ name: 'sellFee', allowed: 'the same as sellingFee' });
    expect(codeOf(readSettingsInput({ restakeFee: '0.1', autoRestakeFee: 0.01 }))).not.toBe('ok');
  });

  test('accepts values below 0 as well-formed, for the range check', () => {
    expect(valueOf(readSettingsInput({ stakingFee: '-0.02', maxSupply: -5 })).change).toEqual({
      stakingFee: -20_000n,
      maxSupply: -500_000_000n,
    });
    expect(valueOf(readSettingsInput({ maxSupply: 1e21 })).change.maxSupply).toBe(10n ** 29n);
  });
});

describe('input of revenue', () => {
  test('accepts numbers or text, in USD per day and percent', () => {
    const input = { arbitrageTrading: 3000, yieldFarming: '0.000001', currentAPY: 1234.56 };
    expect(valueOf(readRevenueInput(input)).change).toEqual({
      arbitrageTrading: USDC('3000'),
      yieldFarming: 1n,
      currentApy: 123_456n,
    });
  });

  test.each<[string, SettingsInput, string]>([
    ['an empty input', {}, 'MALFORMED'],
    ['a seventh decimal', { yieldFarming: 0.0000015 }, 'MALFORMED'],
    ['a setting', { stakingFee: '0.1' }, 'SETTING_UNKNOWN'],
    ['a mode', { apyMode: 'fixed' }, 'SETTING_UNKNOWN'],
  ])('refuses %s', (_, input, code) => {
    expect(codeOf(readRevenueInput(input))).toBe(code);
  });
});

describe('a change for a later instant', () => {
  const read = (input: SettingsInput) => readSettingsInput(input, T0);

  test('accepts fees and APY', () => {
    const fees = { stakingFee: 0, sellingFee: 0, restakeFee: 0, withdrawalFee: null };
    const input = { ...fees, baseAPY: 1, maxDynamicAPY: 2, apyMode: 'dynamic' };
    expect(valueOf(read(input)).effectiveAt).toBe(T0);
    expect(valueOf(readRevenueInput({ currentAPY: 1 }, T0)).effectiveAt).toBe(T0);
  });

  test.each(['lmtPriceUSDC', 'lmtPriceSOL', 'weeklyPriceIncrease', 'maxSupply'])(
    'refuses %s, also together with a fee',
    (name) => {
      const refused = read({ stakingFee: 0, [name]: '0.1' });
      const allowed = `left out for ${name}: only fees and APY can be planned`;
      expect(contextOf(refused)).toEqual({ name: 'effectiveAt', allowed });
    },
  );

  test('refuses malformed or unknown input first, then revenue', () => {
    expect(codeOf(readRevenueInput({ yieldFarming: 1 }, T0))).toBe('SETTING_OUT_OF_RANGE');
    expect(codeOf(read({ maxSupply: 1, stakingFee: 'x' }))).toBe('MALFORMED');
    expect(codeOf(read({ maxSupply: 1, nonsense: 1 }))).toBe('SETTING_UNKNOWN');
  });
});
