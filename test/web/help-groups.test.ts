import { readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { helpGroups } from '#web/help/help-groups.ts';
import { infoTexts } from '#web/help/info-texts.ts';

const slugs = readdirSync('help').map((file) => file.replace(/\.md$/, ''));
const named = infoTexts.help.groups.flatMap(({ pages }): readonly string[] => pages);

test('groups of help pages name each page once, and no page that does not exist', () => {
  expect(named.filter((slug, index) => named.indexOf(slug) !== index)).toEqual([]);
  expect(named.filter((slug) => !slugs.includes(slug))).toEqual([]);
});

test('every help page stands in one group; a group of which nothing is left is not shown', () => {
  const topics = slugs.map((slug) => ({ slug, title: slug }));
  const shown = helpGroups(topics).flatMap((group) => group.topics.map(({ slug }) => slug));
  expect(shown.toSorted()).toEqual(slugs.toSorted());
  expect(helpGroups([{ slug: 'made-up', title: 'Made up' }])).toEqual([
    { title: infoTexts.help.rest, topics: [{ slug: 'made-up', title: 'Made up' }] },
  ]);
});
