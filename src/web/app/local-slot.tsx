import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Suspense, lazy } from 'react';

import { statusQuery } from '../api/queries.ts';
import { texts } from '../texts/texts.ts';
import { whenIdle } from '../ui/cards/when-idle.ts';

const LocalTools = lazy(async () => {
  await whenIdle();
  return import('../features/local/local-tools.tsx');
});

/** The network as the page's own answer names it: known before anything is asked for. */
function networkOfPage(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming?.find(({ name }) => name === 'network')?.description;
}

/** Says that this is the local network, where it is; the means to try it out come when they are loaded. */
export function LocalSlot() {
  const { data } = useQuery(statusQuery());
  if ((data?.network ?? networkOfPage()) !== 'local') return null;
  const title = texts.network.local;
  return (
    <section aria-label={title} className="border-b border-amber/25 tint-amber">
      <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm">
        <p className="flex min-w-0 grow items-center gap-2">
          <FlaskConical aria-hidden className="size-4 shrink-0 text-amber" />
          <span>
            <b className="font-[560]">{title}</b>{' '}
            <span className="text-quiet">{texts.network.localHint}</span>
          </span>
        </p>
        <Suspense fallback={<div className="hit h-8 max-wide:w-full" />}>
          <LocalTools />
        </Suspense>
      </div>
    </section>
  );
}
