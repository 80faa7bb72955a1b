import { queryOptions } from '@tanstack/react-query';

import type { AnswerOf } from '#contract/api';
import type { getLocal } from '#contract/base/local';
import { PATHS } from '#contract/base/paths';

import { call } from '../client.ts';

export type LocalNetwork = AnswerOf<typeof getLocal>;
export type LocalWallet = LocalNetwork['wallets'][number];

/** The local network's wallets. Ask only where the status says that this is the local network. */
export function localQuery() {
  return queryOptions({
    queryKey: ['api', 'local'],
    queryFn: ({ signal }) => call('GET', PATHS.local, { signal }),
  });
}
