import { DECIMALS, type Token, formatDecimal, parseDecimal } from '#domain/base/money';
import { exchangedDown, exchangedUp } from '#domain/terms/price';

import { trimZeros } from '../ui/format/format.ts';
import type { Flip } from '../ui/forms/amount-input.tsx';
import { SENT_DECIMALS } from '../ui/forms/typed-amount.ts';
import { usePrices } from './use-prices.ts';

const TOKENS: readonly Token[] = ['SOL', 'USDC', 'LMT'];

/** The other tokens in which an amount of one can be typed, at the prices of now; null while they are not known. */
export function useFlip(token: Token): Flip<Token> | null {
  const prices = usePrices();
  if (!prices) return null;
  return {
    units: TOKENS.filter((other) => other !== token),
    toOwn: (typed, other) => {
      const units = parseDecimal(typed, DECIMALS[other]);
      return units === null
        ? null
        : sentUp(token, exchangedUp(units, { from: other, to: token }, prices));
    },
    fromOwn: (own, other) => {
      const units = parseDecimal(own, DECIMALS[token]);
      if (units === null) return null;
      return sentDown(other, exchangedDown(units, { from: token, to: other }, prices));
    },
  };
}

/** With the digits that can be sent of a token, upward. */
function sentUp(token: Token, units: bigint): string {
  const step = stepOf(token);
  return text(token, ((units + step - 1n) / step) * step);
}

function sentDown(token: Token, units: bigint): string {
  const step = stepOf(token);
  return text(token, (units / step) * step);
}

const stepOf = (token: Token): bigint => 10n ** BigInt(DECIMALS[token] - SENT_DECIMALS[token]);
const text = (token: Token, units: bigint): string =>
  trimZeros(formatDecimal(units, DECIMALS[token]));
