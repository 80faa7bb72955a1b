import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

import { helpPageQuery } from '../kernel/api/reads/help-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { HelpBlocks } from '../kernel/ui/marks/help-blocks.tsx';
import { infoTexts } from './info-texts.ts';

const { all, page, pageLoading, pageFailed } = infoTexts.help;

/** One help page, and the way back to all of them. Mounted again for each page. */
export function HelpPage({ slug }: { readonly slug: string }) {
  const read = useRead(helpPageQuery(slug));
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <div ref={top} tabIndex={-1} className="grid justify-items-start gap-4 outline-none">
      <Link href="/?tab=info" className={buttonClass({ tone: 'quiet', size: 'sm' })}>
        <ArrowLeft aria-hidden className="size-4" />
        {all}
      </Link>
      <div className="w-full">
        <DataCard
          title={read.state === 'ready' ? read.data.title : page}
          says={{ loading: pageLoading, failed: pageFailed }}
          read={read}
          skeleton={{ text: 1500 }}
          ageless
        >
          {({ blocks }) => <HelpBlocks blocks={blocks} />}
        </DataCard>
      </div>
    </div>
  );
}
