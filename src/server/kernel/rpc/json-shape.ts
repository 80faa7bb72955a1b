/** Thrown by the readers of providers' JSON below on an unexpected shape. */
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

/** Reads a non-negative integer, such as a slot, height or count. */
export function countAt(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new ShapeError(what);
  }
  return value;
}

/** Reads a u64: a JSON number, or a string of digits as in token amounts. */
export function unitsAt(value: unknown, what: string): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw new ShapeError(what);
}

/** Reads slot and value of a response with context. */
export function withContext(value: unknown): { readonly slot: number; readonly value: unknown } {
  const answer = objectAt(value, 'answer');
  const slot = countAt(objectAt(answer['context'], 'context')['slot'], 'context.slot');
  return { slot, value: answer['value'] };
}
