import { queryOptions } from '@tanstack/react-query';

import type { airdrop, getLocal, moveClock } from '#contract/local';
import { PATHS } from '#contract/paths';

import type { AnswerOf, BodyOf } from './answer-of.ts';
import { call } from './client.ts';

export type LocalNetwork = AnswerOf<typeof getLocal>;
export type LocalWallet = LocalNetwork['wallets'][number];

/** The local network's wallets. Ask only where the status says that this is the local network. */
export function localQuery() {
  return queryOptions({
    queryKey: ['api', 'local'],
    queryFn: ({ signal }) => call<LocalNetwork>(PATHS.local, { signal }),
  });
}

export function requestFunds(body: BodyOf<typeof airdrop>): Promise<AnswerOf<typeof airdrop>> {
  return call(PATHS.airdrop, { method: 'POST', body });
}

export function advanceClock(advanceMs: number): Promise<AnswerOf<typeof moveClock>> {
  return call(PATHS.clock, { method: 'POST', body: { advanceMs } });
}
