import type { Kind } from '#domain/base/errors';

/** The HTTP status of each kind of refusal. */
export const STATUS: { readonly [K in Kind]: number } = {
  malformed: 400,
  unauthenticated: 401,
  feeDue: 402,
  forbidden: 403,
  unknown: 404,
  notNow: 409,
  outOfRange: 422,
  tooMany: 429,
  unavailable: 503,
  fault: 500,
};
