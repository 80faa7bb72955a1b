import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';

import type { HelpTopic } from '#contract/help';

import { helpPagesQuery } from '../../api/help.ts';
import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { infoTexts } from '../../texts/info.ts';

const says = infoTexts.help;

/** Every help page by its title. */
export function HelpCard() {
  const query = useQuery(helpPagesQuery());
  return (
    <DataCard
      title={says.title}
      says={says}
      read={readOf(query, INTERVALS_MS.protocolSettings)}
      skeleton={<Skeleton className="h-[1500px] sm:h-[720px]" />}
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
        <ul className="mt-4 gap-x-8 sm:columns-2 wide:columns-3">
          {found.map(({ slug, title }) => (
            <li key={slug} className="break-inside-avoid">
              <Link
                href={`/?tab=info&page=${slug}`}
                className="hit flex min-h-8 items-center rounded-md text-quiet hover:text-text"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
