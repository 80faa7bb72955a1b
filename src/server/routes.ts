import { airdrop as airdropCall, getLocal, moveClock as clockCall } from '#contract/local';
import { getSettings, getStatus } from '#contract/protocol';
import { type Result, ok } from '#domain/result';
import { airdrop, moveClock, readLocal } from './actions/local-network.ts';
import { readSettings } from './actions/read-settings.ts';
import { readStatus } from './actions/read-status.ts';
import { localOnly } from './guards/local-only.ts';
import { open } from './guards/open.ts';
import { type Answer, type Route, route } from './http/route.ts';
import type { Parts } from './parts.ts';

/** One line per endpoint: contract entry → guards → action. */
export function routes(parts: Parts): Route[] {
  const local = localOnly(parts.local, parts.localOffered);
  return [
    route(getSettings, open, async () => found(await readSettings(parts))),
    route(getStatus, open, async () => found(await readStatus(parts))),
    route(getLocal, local, async (_, network) => found(await readLocal(parts, network))),
    route(airdropCall, local, async ({ body }, network) => done(await airdrop(network, body))),
    route(clockCall, local, async ({ body }, network) =>
      done(await moveClock(parts, network, body)),
    ),
  ];
}

/** What was there already. */
const found = <T>(body: T): Result<Answer<T>> => ok({ status: 200, body });

/** What was done, or why not. */
const done = <T>(result: Result<T>): Result<Answer<T>> =>
  result.ok ? found(result.value) : result;
