import { type PublishedDay, readDay } from './published.ts';

/** An account of the treasury in a day's file. */
export interface ProofHolding {
  readonly asset: string;
  readonly address: string;
  /** Decimal. */
  readonly amount: string;
  readonly slot: number;
  readonly ownership: { readonly message: string; readonly signature: string } | null;
}

/** A day's file with all its fields. */
export interface Proof extends PublishedDay {
  readonly at: string;
  readonly wallets: number;
  readonly logHead: string;
  readonly otherLiabilities: readonly {
    readonly asset: string;
    readonly units: string;
    readonly what: string;
  }[];
  readonly holdings: readonly ProofHolding[];
  readonly anchor: {
    readonly signature: string;
    readonly slot: number;
    readonly memo: string;
  } | null;
  /** Address whose signatures the anchor and the holdings bear. */
  readonly treasury: string;
  /** Value of all that was owed, each unit once, and its coverage; not proven. */
  readonly worth?: {
    readonly liabilitiesUSD: string;
    /** Null if nothing was owed. */
    readonly coverageOnChain: string | null;
    readonly coverageWithEntries: string | null;
  };
  /** True if the leaves can still be downloaded. */
  readonly leavesKept: boolean;
}

/** Reads a day's file; null if it has another form. */
export function readProof(json: unknown): Proof | null {
  const day = readDay(json);
  return day && isRest(json) ? { ...(json as Proof), ...day } : null;
}

type Shape = (value: unknown) => boolean;

const object =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, fits]) => fits((value as Record<string, unknown>)[name]));
const array =
  (fits: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(fits);
const nullable =
  (fits: Shape): Shape =>
  (value) =>
    value === null || fits(value);
const optional =
  (fits: Shape): Shape =>
  (value) =>
    value === undefined || fits(value);
const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const text = matching(/^/);
const decimal = matching(/^\d{1,30}(\.\d{1,12})?$/);
const isRest = object({
  at: matching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  wallets: Number.isSafeInteger,
  logHead: matching(/^[0-9a-f]{64}$/),
  otherLiabilities: array(object({ asset: text, units: matching(/^\d{1,30}$/), what: text })),
  holdings: array(
    object({
      asset: text,
      address: text,
      amount: decimal,
      slot: Number.isSafeInteger,
      ownership: nullable(object({ message: text, signature: text })),
    }),
  ),
  anchor: nullable(object({ signature: text, slot: Number.isSafeInteger, memo: text })),
  treasury: text,
  worth: optional(
    object({
      liabilitiesUSD: decimal,
      coverageOnChain: nullable(decimal),
      coverageWithEntries: nullable(decimal),
    }),
  ),
  leavesKept: (value) => typeof value === 'boolean',
});
