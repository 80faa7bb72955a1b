import {
  type Rate,
  type Token,
  type Amount,
  type Lamports,
  APY_DECIMALS,
  LMT_PRICE_DECIMALS,
  add,
  formatAmount,
  formatDecimal,
  lamports,
  lmt,
  rate,
  takeFee,
  usdc,
} from '#domain/base/money';
import type { Pause } from '#domain/terms/pause';
import { type Prices, feeInLamportsUp, lmtPriceInSol } from '#domain/terms/price';
import { wireName } from '#domain/terms/setting-texts';
import { SETTING_ENTRIES, type SettingUnit, type Settings, isChoice } from '#domain/terms/settings';
import {
  BONDING_LOCK_MS,
  CYCLE_MS,
  MIN_BOND,
  MIN_PAYOUT,
  MIN_STAKE,
  OPEN_VAULTS_MAX,
  PRICE_FRESH_MS,
  QUOTE_GRACE_MS,
  QUOTE_MS,
  RESTAKE_WINDOW_MS,
  SELL_ANSWER_MS,
  SELL_PERIOD_MS,
  SELL_RETRY_MS,
  VESTING_MS,
} from '#domain/terms/terms';
import type { Instant } from '#domain/base/time';
import { currentApy, dailyRate, dailyRevenue } from '#domain/terms/apy';
import { cycleRewards } from '#domain/vaults/vault';
import { groupThousands } from '#domain/base/group-thousands';
import { formatDuration, formatInstant } from './format-text.ts';

export interface FigureSource {
  readonly settings: Settings;
  readonly prices: Prices;
  /** Pause active now; null if there is none. */
  readonly pause: Pause | null;
  readonly network: 'local' | 'mainnet-beta' | 'devnet' | 'testnet' | 'custom';
  readonly nextPriceStep: Instant | null;
  /** Accounts that users pay to. */
  readonly till: { readonly treasury: string; readonly treasuryTokenAccount: string };
}

/** Text of each figure, by its name in double braces. */
export type Figures = ReadonlyMap<string, string>;

const NETWORKS: { readonly [K in FigureSource['network']]: string } = {
  local: 'the local network now',
  'mainnet-beta': 'Solana Mainnet now, with real SOL and USDC',
  devnet: 'Solana Devnet now, a test network',
  testnet: 'Solana Testnet now, a test network',
  custom: 'a Solana of its operator’s own now, a test network',
};

const amount = <T extends Token>(token: T, units: Amount<T>): string =>
  `${groupThousands(formatAmount(token, units))} ${token}`;
/** A rate in millionths as percent. */
const percent = (rate: Rate): string => `${groupThousands(formatDecimal(rate, 4))}%`;
const apyPercent = (hundredths: bigint): string =>
  `${groupThousands(formatDecimal(hundredths, APY_DECIMALS))}%`;
const usd = (units: Amount<'USDC'>): string => `$${groupThousands(formatAmount('USDC', units))}`;

/** Figures that do not depend on settings. */
const CONSTANTS: readonly (readonly [string, string])[] = [
  ['quote', formatDuration(QUOTE_MS)],
  ['quoteGrace', formatDuration(QUOTE_GRACE_MS)],
  ['bondLock', formatDuration(BONDING_LOCK_MS)],
  ['vesting', formatDuration(VESTING_MS)],
  ['cycle', formatDuration(CYCLE_MS)],
  ['restakeWindow', formatDuration(RESTAKE_WINDOW_MS)],
  ['sellPeriod', formatDuration(SELL_PERIOD_MS)],
  ['sellAnswer', formatDuration(SELL_ANSWER_MS)],
  ['sellRetry', formatDuration(SELL_RETRY_MS)],
  ['priceFresh', formatDuration(PRICE_FRESH_MS)],
  ['minBondSOL', amount('SOL', MIN_BOND.SOL)],
  ['minBondUSDC', amount('USDC', MIN_BOND.USDC)],
  ['openVaults', String(OPEN_VAULTS_MAX)],
  ['minStake', amount('LMT', MIN_STAKE)],
  ['minPayoutSOL', amount('SOL', MIN_PAYOUT.SOL)],
  ['minPayoutUSDC', amount('USDC', MIN_PAYOUT.USDC)],
];

/** Fee in lamports on 10 SOL, or on LMT of the same value. */
const ofTenSol = (rate: Rate): Lamports => takeFee(lamports(10_000_000_000n), rate).fee;

const HUNDRED_LMT = lmt(100_00000000n);

const UNIT_TEXTS: { readonly [U in SettingUnit]: (units: bigint) => string } = {
  rate: (units) => percent(rate(units)),
  apy: apyPercent,
  lmt: (units) => amount('LMT', lmt(units)),
  usd: (units) => usd(usdc(units)),
};

/** Returns a figure for every numeric setting that is set, under its name on the wire. */
const settingFigures = (settings: Settings): (readonly [string, string])[] =>
  SETTING_ENTRIES.flatMap(([name, setting]) => {
    const value = settings[name];
    if (isChoice(setting) || typeof value !== 'bigint') return [];
    return [[wireName(name), UNIT_TEXTS[setting.unit](value)] as const];
  });

/** Returns every figure in force. */
export function figuresOf(source: FigureSource): Figures {
  const { settings, prices, pause, network, nextPriceStep, till } = source;
  const { withdrawalFee, stakingFee } = settings;
  return new Map([
    ...CONSTANTS,
    ...settingFigures(settings),
    // The APY in force, fixed or dynamic.
    ['currentAPY', apyPercent(currentApy(settings))],
    ['dailyRate', `${groupThousands(formatDecimal(dailyRate(currentApy(settings)), 8))}%`],
    [
      'apySource',
      settings.apyMode === 'fixed'
        ? 'It was set by the owner.'
        : 'It follows the daily revenue of the treasury.',
    ],
    ['rewardOf100', amount('LMT', cycleRewards(HUNDRED_LMT, currentApy(settings)))],
    ['stakingFeeOf100', amount('SOL', feeInLamportsUp(HUNDRED_LMT, stakingFee, prices))],
    ['stakingFeeOf10SOL', amount('SOL', ofTenSol(stakingFee))],
    ['sellFeeOf10SOL', amount('SOL', ofTenSol(settings.sellFee))],
    ['feesOf10SOL', amount('SOL', add(ofTenSol(stakingFee), ofTenSol(settings.sellFee)))],
    [
      'withdrawalFee',
      withdrawalFee === null
        ? 'free, because no withdrawal fee is set'
        : `${percent(withdrawalFee)} of the unstaked LMT, in LMT`,
    ],
    [
      'unstakingFee',
      withdrawalFee === null
        ? 'Unstaking is free: no withdrawal fee is set.'
        : `The withdrawal fee is ${percent(withdrawalFee)} of the unstaked LMT, taken in LMT.`,
    ],
    ['lmtPriceUSDC', `${groupThousands(formatDecimal(prices.lmt, LMT_PRICE_DECIMALS))} USDC`],
    ['lmtPriceSOL', amount('SOL', lmtPriceInSol(prices))],
    ['nextPriceStep', nextPriceStep === null ? 'a day to be set' : formatInstant(nextPriceStep)],
    ['dailyRevenue', usd(dailyRevenue(settings))],
    [
      'pauseState',
      pause === null
        ? 'The protocol is not paused now.'
        : `The protocol has been paused since ${formatInstant(pause.from)}.`,
    ],
    ['network', NETWORKS[network]],
    ['treasuryAddress', till.treasury],
    ['treasuryTokenAccount', till.treasuryTokenAccount],
  ]);
}

const OPEN = /\{\{\s*(\w+)\s*\}\}/g;

/** Replaces the placeholders in a text with figures. Throws for an unknown name. */
export function fill(text: string, figures: Figures): string {
  return text.replaceAll(OPEN, (_, name: string) => {
    const figure = figures.get(name);
    if (figure === undefined) throw new Error(`there is no figure called ${name}`);
    return figure;
  });
}
