import {
  APY_DECIMALS,
  type Apy,
  DECIMALS,
  type Lmt,
  RATE_DECIMALS,
  type Rate,
  type Usdc,
  apy,
  lmt,
  rate,
  usdc,
} from '../base/money.ts';

/** Value types by unit: a fraction, a yearly percentage, USD per day in units of USDC, and LMT. */
interface Values {
  readonly rate: Rate;
  readonly apy: Apy;
  readonly usd: Usdc;
  readonly lmt: Lmt;
}
/** Unit of a setting that is a number. */
export type SettingUnit = keyof Values;

/** Decimals of each unit, in responses and in the owner's input. */
const UNIT_DECIMALS: { readonly [U in SettingUnit]: number } = {
  rate: RATE_DECIMALS,
  apy: APY_DECIMALS,
  usd: DECIMALS.USDC,
  lmt: DECIMALS.LMT,
};

interface Described {
  /** Name on screens. */
  readonly label: string;
  /** Call that changes it: `POST /api/admin/settings` or `POST /api/admin/revenue`. */
  readonly call: 'settings' | 'revenue';
  /** Names in the API. Refusals, changes and help figures use the first, the owner's form the last. */
  readonly names: readonly [string, ...string[]];
  /** Name in responses, if it differs from the names in requests. */
  readonly shownAs?: string;
  /** True if it may be set for a later instant. */
  readonly isPlannable: boolean;
}

/** Numeric setting, in units. */
interface NumberSetting extends Described {
  readonly unit: SettingUnit;
  readonly default: bigint | null;
  readonly least: bigint;
  readonly most: bigint;
  /** Name of another setting that bounds it. */
  readonly atMost?: string;
  /** True if null unsets it. */
  readonly isOptional?: true;
  /** Title and base of a fee, as holders read them. */
  readonly fee?: { readonly title: string; readonly base: string };
}

/** Setting with a few words to choose from. */
interface ChoiceSetting extends Described {
  readonly choices: readonly [string, ...string[]];
  readonly default: string;
}

export type Setting = NumberSetting | ChoiceSetting;

const FEE = {
  unit: 'rate',
  least: 0n,
  most: 1_000_000n,
  call: 'settings',
  isPlannable: true,
} as const;
const APY = {
  unit: 'apy',
  least: 0n,
  most: 1_000_000_00n,
  isPlannable: true,
} as const;
const REVENUE = {
  unit: 'usd',
  least: 0n,
  most: 1_000_000_000_000_000n,
  call: 'revenue',
  isPlannable: false,
} as const;

/**
 * Everything that the owner can set, except prices. To add a setting, add an entry here and the rule that
 * reads it.
 */
export const SETTINGS = {
  stakingFee: {
    ...FEE,
    default: rate(20_000n),
    names: ['stakingFee'],
    label: 'Staking fee',
    fee: { title: 'Staking', base: 'of the staked LMT, paid in SOL' },
  },
  // Null until the owner sets it: unstaking is free.
  withdrawalFee: {
    ...FEE,
    default: null,
    isOptional: true,
    names: ['withdrawalFee'],
    label: 'Withdrawal fee',
    fee: { title: 'Unstaking', base: 'of the unstaked LMT' },
  },
  sellFee: {
    ...FEE,
    default: rate(150_000n),
    names: ['sellFee', 'sellingFee'],
    label: 'Selling fee',
    fee: { title: 'Selling', base: 'of the sold LMT, burned' },
  },
  // Manual and automatic restake share this rate; their bases differ.
  restakeFee: {
    ...FEE,
    default: rate(15_000n),
    names: ['restakeFee', 'autoRestakeFee'],
    label: 'Auto-restake fee',
    fee: { title: 'Restake', base: 'of the vault by hand, of the rewards when automatic' },
  },
  weeklyPriceIncrease: {
    unit: 'rate',
    default: rate(15_000n),
    least: 0n,
    // A higher rate would multiply the price by more than 13,000 in a year.
    most: 200_000n,
    call: 'settings',
    names: ['weeklyPriceIncrease'],
    label: 'Weekly price increase',
    // Not plannable, because announcing a future LMT price invites front-running.
    isPlannable: false,
  },
  maxSupply: {
    unit: 'lmt',
    default: lmt(1_000_000_00000000n),
    least: 1n,
    // A billion LMT. The ledger's sums have room for corrections and rewards of ninety times as much.
    most: 100_000_000_000_000_000n,
    call: 'settings',
    names: ['maxSupply'],
    label: 'Maximum supply',
    isPlannable: false,
  },
  apyMode: {
    choices: ['fixed', 'dynamic'],
    default: 'fixed',
    call: 'settings',
    names: ['apyMode'],
    label: 'APY mode',
    isPlannable: true,
  },
  // APY that the owner sets. In responses `currentAPY` is the APY in force.
  currentApy: {
    ...APY,
    default: apy(1_000_00n),
    atMost: 'maxDynamicApy',
    call: 'revenue',
    names: ['currentAPY'],
    shownAs: 'fixedAPY',
    label: 'Current Dynamic APY',
  },
  baseApy: {
    ...APY,
    default: apy(1_000_00n),
    atMost: 'maxDynamicApy',
    call: 'settings',
    names: ['baseAPY'],
    label: 'Base APY',
  },
  maxDynamicApy: {
    ...APY,
    default: apy(10_000_00n),
    call: 'settings',
    names: ['maxDynamicAPY'],
    label: 'Maximum Dynamic APY',
  },
  arbitrageTrading: {
    ...REVENUE,
    default: usdc(3_000_000_000n),
    names: ['arbitrageTrading'],
    label: 'Arbitrage Trading',
  },
  yieldFarming: {
    ...REVENUE,
    default: usdc(3_000_000_000n),
    names: ['yieldFarming'],
    label: 'Yield Farming',
  },
  highFrequencyTrading: {
    ...REVENUE,
    default: usdc(1_500_000_000n),
    names: ['highFrequencyTrading'],
    label: 'HF Bot Trading',
  },
} as const satisfies { readonly [name: string]: Setting };

export type SettingName = keyof typeof SETTINGS;

/** Type of a setting's value in the rules. */
type ValueOf<S> = S extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : S extends { readonly unit: infer U extends SettingUnit }
    ? Values[U] | (S extends { readonly isOptional: true } ? null : never)
    : never;

/** Values of all settings in force at one instant. */
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> };

/** Values of some settings. */
export type SettingsChange = { readonly [K in SettingName]?: Settings[K] };

/** All settings with their names, in the order of the screens. */
export const SETTING_ENTRIES = Object.entries(SETTINGS) as readonly (readonly [
  SettingName,
  Setting,
])[];

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_ENTRIES.map(([name, setting]) => [name, setting.default]),
) as Settings;

export const isChoice = (setting: Setting): setting is ChoiceSetting => 'choices' in setting;

/** Returns the decimals of a number in responses and in the owner's input. */
export const decimalsOf = ({ unit }: NumberSetting): number => UNIT_DECIMALS[unit];

/** All fees with their texts, in the order of the screens. */
export const FEES = SETTING_ENTRIES.flatMap(([name, setting]) =>
  isChoice(setting) || !setting.fee ? [] : [{ name, ...setting.fee }],
);
