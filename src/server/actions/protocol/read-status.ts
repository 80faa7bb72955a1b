import type { Status } from '#contract/protocol';
import { presentStatus } from '#contract/present/status';
import { pauseAt } from '#domain/terms/pause';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';

/** Whether the protocol is paused, on which network it runs, and its time. */
export async function readStatus({
  database,
  rules,
  network,
  version,
}: Pick<Parts, 'database' | 'rules' | 'network' | 'version'>): Promise<Status> {
  const { now, termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  return presentStatus(pauseAt(terms.pauses, now), network, now, version);
}
