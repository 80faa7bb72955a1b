import type { HelpTopic } from '#contract/help/help';

import { infoTexts } from './info-texts.ts';

interface TopicGroup {
  readonly title: string;
  readonly topics: readonly HelpTopic[];
}

const { groups, rest } = infoTexts.help;

/** Help pages under what they are about; what no group names stands in the last. Of an empty group, nothing. */
export function helpGroups(topics: readonly HelpTopic[]): TopicGroup[] {
  const named = new Set<string>(groups.flatMap(({ pages }) => pages));
  return [
    ...groups.map(({ title, pages }) => ({
      title,
      topics: pages.flatMap((slug) => topics.filter((topic) => topic.slug === slug)),
    })),
    { title: rest, topics: topics.filter(({ slug }) => !named.has(slug)) },
  ].filter((group) => group.topics.length > 0);
}
