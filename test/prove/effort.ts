/**
 * What the files named `*.prove.test.ts` and `*.prove.spec.ts` have in common: how much they try, and
 * what they have counted.
 */
import { appendFileSync } from 'node:fs';

const { PROVE: form, PROVE_FIGURES: figures } = process.env;

/** How often to try: so often in the short form, which CI waits for, and so often in full. */
export const tries = (short: number, full: number): number => (form === 'full' ? full : short);

/**
 * Adds to a figure of the run. `npm run prove` shows the sums, `npm run prove -- full` writes them to
 * results.json.
 */
export function count(what: string, times: number): void {
  if (figures !== undefined) appendFileSync(figures, `${what}\t${times}\n`);
}
