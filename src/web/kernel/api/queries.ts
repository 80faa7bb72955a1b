import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/base/paths';

import { setProtocolNow } from '../ui/format/protocol-now.ts';
import { call } from './client.ts';
import { INTERVALS_MS } from './intervals.ts';
import { told } from './live/stream.ts';

/** Price, fees and APY as they are now. */
export function protocolSettingsQuery() {
  return queryOptions({
    queryKey: ['api', 'protocol', 'settings'],
    queryFn: ({ signal }) => call('GET', PATHS.settings, { signal }),
    ...told(INTERVALS_MS.protocolSettings),
  });
}

/** Past and planned changes of fees and APY. */
export function protocolChangesQuery() {
  return queryOptions({
    queryKey: ['api', 'protocol', 'changes'],
    queryFn: ({ signal }) => call('GET', PATHS.changes, { signal }),
    ...told(INTERVALS_MS.protocolSettings),
  });
}

/** Network, protocol time, and whether the protocol is paused. */
export function statusQuery() {
  return queryOptions({
    queryKey: ['api', 'status'],
    queryFn: async ({ signal }) => {
      const status = await call('GET', PATHS.status, { signal });
      setProtocolNow(Date.parse(status.now));
      return status;
    },
    ...told(INTERVALS_MS.status),
  });
}
