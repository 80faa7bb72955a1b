import { useId, useState } from 'react';
import { Link } from 'wouter';

import type { HelpTopic } from '#contract/help/help';

import { helpPagesQuery } from '../kernel/api/reads/help-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { SearchBox } from '../kernel/ui/forms/search-box.tsx';
import { infoTexts } from './info-texts.ts';
import { helpGroups } from './help-groups.ts';

const says = infoTexts.help;

/** Every help page by its title, under what it is about. */
export function HelpCard() {
  return (
    <DataCard
      title={says.title}
      says={says}
      read={useRead(helpPagesQuery())}
      // They change with the app itself: no age.
      ageless
      skeleton={{ pairs: 24 }}
    >
      {(topics) => <Topics topics={topics} />}
    </DataCard>
  );
}

function Topics({ topics }: { readonly topics: readonly HelpTopic[] }) {
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const found = topics.filter(({ title }) => title.toLowerCase().includes(words));
  return (
    <>
      <SearchBox label={says.search} value={wanted} onChange={setWanted} />
      {found.length === 0 ? (
        <Empty title={says.none} hint={says.noneHint} />
      ) : (
        <div className="mt-5 gap-x-8 sm:columns-2 wide:columns-3">
          {helpGroups(found).map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </div>
      )}
    </>
  );
}

function Group({ title, topics }: ReturnType<typeof helpGroups>[number]) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="break-inside-avoid pb-4">
      <h3 id={id} className="mb-1 font-[560]">
        {title}
      </h3>
      <ul>
        {topics.map(({ slug, title: name }) => (
          <li key={slug}>
            <Link
              href={`/?tab=info&page=${slug}`}
              className="hit flex min-h-8 items-center rounded-md text-quiet hover:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
