import type { HoldingJson } from '#contract/treasury';
import { type HoldingInput, type KeptHolding, enterHoldings } from '#domain/treasury/holdings';
import { formatDecimal } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { enterAmounts, lockHoldings } from '../../store/treasury/holdings.ts';
import { readClock } from '../../store/terms/protocol-clock.ts';
import { readHoldings } from '../protocol/read-treasury.ts';

type Reason = { readonly reason?: string | undefined };
/** A list of holdings, with a reason beside it, or one holding. */
export type HoldingsInput =
  | readonly HoldingInput[]
  | (Reason & { readonly holdings: readonly HoldingInput[] })
  | (Reason & HoldingInput);

function entriesOf(input: HoldingsInput): readonly HoldingInput[] {
  if ('holdings' in input) return input.holdings;
  return 'symbol' in input ? [input] : input;
}

/** Enters what the treasury holds of assets that are not read from the chain; answers all holdings. */
export async function changeHoldings(
  parts: Parts,
  { actor, call }: Admin,
  input: HoldingsInput,
): Promise<Result<HoldingJson[]>> {
  const reason = ('reason' in input ? input.reason : null) ?? null;
  const entered = await parts.database.transaction(async (session) => {
    const before = await lockHoldings(session);
    const changed = enterHoldings(before, entriesOf(input));
    if (!changed.ok) return changed;
    const at = await readClock(session);
    await enterAmounts(session, changed.value, at);
    const symbols = changed.value.map(({ symbol }) => symbol);
    await appendLog(session, {
      at,
      actor,
      call,
      reason,
      before: amountsOf(before.filter(({ symbol }) => symbols.includes(symbol))),
      after: amountsOf(changed.value),
    });
    return changed;
  });
  return entered.ok ? ok(await readHoldings(parts)) : entered;
}

const amountsOf = (holdings: readonly KeptHolding[]): { readonly [symbol: string]: string } =>
  Object.fromEntries(
    holdings.map(({ symbol, units, decimals }) => [symbol, formatDecimal(units, decimals)]),
  );
