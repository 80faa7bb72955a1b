import { queryOptions } from '@tanstack/react-query';

import type { HelpAnswer, HelpPage, HelpTopic } from '#contract/help';
import { PATHS } from '#contract/paths';

import { call } from './client.ts';
import { fillPath } from './fill-path.ts';
import { INTERVALS_MS } from './intervals.ts';

/** An answer from the help pages; for somebody signed in, with their own deadlines. */
export function askAssistant(question: string): Promise<HelpAnswer> {
  return call(PATHS.helpChat, { method: 'POST', body: { question } });
}

/** All help pages, in the order in which they are read. */
export function helpPagesQuery() {
  return queryOptions({
    queryKey: ['api', 'help', 'pages'],
    queryFn: ({ signal }) => call<HelpTopic[]>(PATHS.helpPages, { signal }),
  });
}

/** A help page; its figures are those in force, so it is read as often as they are. */
export function helpPageQuery(slug: string) {
  return queryOptions({
    queryKey: ['api', 'help', 'pages', slug],
    queryFn: ({ signal }) => call<HelpPage>(fillPath(PATHS.helpPage, { slug }), { signal }),
    refetchInterval: INTERVALS_MS.protocolSettings,
  });
}
