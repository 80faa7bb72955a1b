import { type Code, REFUSALS } from '#domain/base/errors';

/** All refusal codes. */
export const CODES = Object.keys(REFUSALS) as Code[];
