import { type Code, REFUSALS } from '#domain/base/errors';

/** Every code of a refusal that there is. */
export const CODES = Object.keys(REFUSALS) as Code[];
