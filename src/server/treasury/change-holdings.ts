import { type LabelledHolding, serializeHoldings } from '#contract/treasury/serialize-treasury';
import type { HoldingJson } from '#contract/treasury/treasury';
import {
  type HoldingInput,
  type StoredHolding,
  enterHoldings,
  priced,
} from '#domain/treasury/holdings';
import { formatDecimal } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { holdingsFacts } from './holdings-queries.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { readTreasuryHoldings } from './treasury-holdings.ts';

type Reason = { readonly reason?: string | undefined };
/** List of holdings, with or without a reason, or one holding. */
export type HoldingsInput =
  | readonly HoldingInput[]
  | (Reason & { readonly holdings: readonly HoldingInput[] })
  | (Reason & HoldingInput);

function entriesOf(input: HoldingsInput): readonly HoldingInput[] {
  if ('holdings' in input) return input.holdings;
  return 'symbol' in input ? [input] : input;
}

/** Enters the treasury's amounts of assets that are not read from the chain. Returns all holdings. */
export async function changeHoldings(
  parts: Pick<Parts, 'database' | 'writer' | 'cache' | 'chain' | 'isStaticFeed'>,
  { actor, call }: Admin,
  input: HoldingsInput,
): Promise<Result<HoldingJson[]>> {
  const reason = ('reason' in input ? input.reason : null) ?? null;
  const { now: askedAt } = await readHead(parts.database);
  const prices = await readTreasuryHoldings(parts, askedAt);
  return parts.writer.commit({
    facts: holdingsFacts,
    key: null,
    locks: { holdings: true },
    decide: ({ holdings, now }): Decision<Result<HoldingJson[]>> => {
      const changed = enterHoldings(holdings, entriesOf(input), now);
      if (!changed.ok) return unwritten(changed);
      const { before, after } = changed.value;
      const log = { actor, call, reason, before: amountsOf(before), after: amountsOf(after) };
      const body = serializeHoldings(pricedAs(prices, changedBy(holdings, after)), now);
      const keep = { status: 200, body };
      return { plan: { journals: [], items: [], holdings: after, log, keep }, answer: ok(body) };
    },
  });
}

const changedBy = (
  holdings: readonly StoredHolding[],
  changed: readonly StoredHolding[],
): readonly StoredHolding[] =>
  holdings.map((holding) => changed.find(({ symbol }) => symbol === holding.symbol) ?? holding);

/** Adds the prices that were read for the response. */
const pricedAs = (
  prices: readonly LabelledHolding[],
  holdings: readonly StoredHolding[],
): LabelledHolding[] =>
  holdings.map((holding) => {
    const known = prices.find(({ symbol }) => symbol === holding.symbol);
    return { ...priced(holding, known?.price ?? null), standing: known?.standing ?? null };
  });

const amountsOf = (holdings: readonly StoredHolding[]): { readonly [symbol: string]: string } =>
  Object.fromEntries(
    holdings.map(({ symbol, units, decimals }) => [symbol, formatDecimal(units, decimals)]),
  );
