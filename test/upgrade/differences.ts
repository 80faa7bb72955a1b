/** Fields that a later version answers otherwise on purpose, wherever they stand. */
const CHANGED: Readonly<Record<string, string>> = {
  version: 'every version has its own',
  treasury: 'the purse sets fee credit and unmatched deposits aside',
  liabilitiesUSD: 'counts fee credit, unmatched deposits and open payouts too',
  coverage: 'follows from it',
  activeBonds: 'the owner’s count once counted bonds that nobody had paid for',
  logoUrl: 'once no asset had an icon',
  description: 'activity is told in plainer words',
  activeStakes: 'the owner’s count once counted vaults that did not run yet',
};

/**
 * Figures in which rewards that accrue were once rounded for all vaults of an APY together: by a unit for
 * each vault they may be less. The last two digits are left out.
 */
const ROUNDED = new Set([
  'totalValueLocked',
  'totalValueLockedLMT',
  'liabilitiesLMT',
  'accruingRewards',
  'vaults',
  'total',
  'valueUSD',
  'lmtUSD',
]);
const rounded = (key: string, value: unknown): unknown =>
  ROUNDED.has(key) && typeof value === 'string' && value.includes('.') ? value.slice(0, -2) : value;

const GIVEN_OUT = new Set(['id', 'recentTransactions']);

function without(value: unknown, isDropped: (key: string, value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, isDropped));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isDropped(key, inner))
      .map(([key, inner]) => [key, rounded(key, without(inner, isDropped))]),
  );
}

/** What the forecast says of the treasury, which sets others' money aside; a user's `available` is a text. */
const isPurse = (key: string, value: unknown): boolean =>
  key === 'available' && typeof value === 'object';

/** An answer without what was changed on purpose. */
export const unchanged = (answer: unknown): unknown =>
  without(answer, (key, value) => (key in CHANGED && !Array.isArray(value)) || isPurse(key, value));

/** An answer without the ids that were given out on the way. */
export const figures = (answer: unknown): unknown => without(answer, (key) => GIVEN_OUT.has(key));

/** A file without the columns that later versions have added at the end of its lines. */
export function columnsOf(file: unknown, then: unknown): unknown {
  if (typeof file !== 'string' || typeof then !== 'string') return file;
  const lines = then.split('\n').map((line) => line.trimEnd());
  return file
    .split('\n')
    .map((line, i) => line.trimEnd().slice(0, lines[i]?.length))
    .join('\n');
}

/**
 * An answer about a user as versions gave it that told a withdrawn payout as none, and left what a deleted
 * vault had earned out of the earnings.
 */
export function asToldBefore(answer: unknown, name: string): unknown {
  if (typeof answer === 'string') return answer.replaceAll(',withdrawn,', ',,');
  if (answer === undefined) return answer;
  return JSON.parse(JSON.stringify(answer), (key, value: { readonly status?: unknown } | null) => {
    if (key === 'totalEarnings' && name === 'vault-deleted') return undefined;
    return key === 'payout' && value?.status === 'withdrawn' ? null : value;
  });
}
