import { DECIMALS, formatDecimal } from '#domain/base/money';
import { iso, isoOrNull } from '#domain/base/time';
import type { MovementFigure } from '#domain/treasury/movement-figure';
import {
  type KnownMovement,
  canBeNamed,
  concernOf,
  shownKind,
} from '#domain/treasury/movement-use';
import type { MovementFigureJson, MovementJson } from './admin-movements.ts';

export function serializeMovement(known: KnownMovement): MovementJson {
  const { movement, name, use, subject } = known;
  const { id, token, amount, counterparty, signature, failed, payoutId, blockTime } = movement;
  return {
    id,
    at: iso(blockTime),
    tokenType: token,
    kind: shownKind(use),
    amount: formatDecimal(amount, DECIMALS[token]),
    counterparty,
    signature,
    failed,
    subject,
    payoutId,
    concern: concernOf(known),
    canBeNamed: canBeNamed(known),
    label: name?.label ?? null,
    note: name?.note ?? null,
    namedAt: isoOrNull(name?.at ?? null),
  };
}

export function serializeFigure(figure: MovementFigure): MovementFigureJson {
  const { token, opening, sums, expected, balance, difference, unclassified } = figure;
  const shown = (units: bigint): string => formatDecimal(units, DECIMALS[token]);
  return {
    tokenType: token,
    opening: opening && shown(opening.balance),
    openedAt: isoOrNull(opening?.at ?? null),
    sums: sums.map(({ kind, amount, count }) => ({ kind, amount: shown(amount), count })),
    expected: shown(expected),
    balance: shown(balance),
    difference: shown(difference),
    unclassified,
  };
}
