/** Readers of a provider's JSON. A provider may send anything: each throws on what it does not expect. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, what: string): Json {
  if (!isObject(value)) throw new ShapeError(what);
  return value;
}

export function arrayAt(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ShapeError(what);
  return value as readonly unknown[];
}

export function textAt(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new ShapeError(what);
  return value;
}

/** A whole number that is not negative: a slot, a height, a count. */
export function countAt(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new ShapeError(what);
  }
  return value;
}

/** A u64: a JSON number of any size, or a string of digits as in token amounts. */
export function unitsAt(value: unknown, what: string): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw new ShapeError(what);
}

/** The slot and the value of an answer that carries its context. */
export function withContext(value: unknown): { readonly slot: number; readonly value: unknown } {
  const answer = objectAt(value, 'answer');
  const slot = countAt(objectAt(answer['context'], 'context')['slot'], 'context.slot');
  return { slot, value: answer['value'] };
}
