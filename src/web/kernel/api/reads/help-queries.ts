import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/base/paths';

import { call } from '../client.ts';
import { INTERVALS_MS } from '../intervals.ts';
import { told } from '../live/stream.ts';

/** All help pages, in the order in which they are read. */
export function helpPagesQuery() {
  return queryOptions({
    queryKey: ['api', 'help', 'pages'],
    queryFn: ({ signal }) => call('GET', PATHS.helpPages, { signal }),
  });
}

/** A help page; its figures are those in force, so it is read as often as they are. */
export function helpPageQuery(slug: string) {
  return queryOptions({
    // With the figures of the protocol, of which the server tells.
    queryKey: ['api', 'protocol', 'help', slug],
    queryFn: ({ signal }) => call('GET', PATHS.helpPage, { params: { slug }, signal }),
    ...told(INTERVALS_MS.protocolSettings),
  });
}
