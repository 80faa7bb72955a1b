import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { nullAfterTimeout } from '../kernel/base/null-after-timeout.ts';
import type { Parts } from '../kernel/parts.ts';
import { ClockWatch } from '../kernel/terms/clock-watch.ts';
import { RulesCache } from '../kernel/terms/terms.ts';
import { Writer } from '../kernel/write/commit.ts';

/** Builds the rules, the checked clock and the writer. Checks the database's clock once before the first write. */
export async function openWriter(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  logger: Logger,
  closing: AbortSignal,
): Promise<Pick<Parts, 'rules' | 'clock' | 'writer'>> {
  const rules = new RulesCache(database);
  const clock = new ClockWatch({
    database,
    witness: () => nullAfterTimeout(chain.finalBlock()),
    log: (what, details) => logger.warn(details, what),
  });
  await clock.begin((ms) => sleep(ms, undefined, { signal: closing }));
  return { rules, clock, writer: new Writer(database, rules, clock) };
}
