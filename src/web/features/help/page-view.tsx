import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

import { helpPageQuery } from '../../api/help.ts';
import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { ReadPart } from '../../ui/cards/read-part.tsx';
import { HelpBlocks } from '../../ui/marks/help-blocks.tsx';
import { helpTexts } from '../../texts/help.ts';

const says = { loading: helpTexts.pageLoading, failed: helpTexts.pageFailed };

interface PageViewProps {
  readonly slug: string;
  /** What else happens when the page is opened on the Info tab. */
  readonly onLeave: (() => void) | undefined;
}

/** A help page inside the panel. */
export function PageView({ slug, onLeave }: PageViewProps) {
  const read = readOf(useQuery(helpPageQuery(slug)), INTERVALS_MS.protocolSettings);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="min-h-0 grow overflow-y-auto p-4 outline-none">
      <ReadPart read={read} says={says} skeleton={{ text: 600 }}>
        {({ title, blocks }) => (
          <>
            <h2 className="mb-3 text-md font-semibold">{title}</h2>
            <HelpBlocks blocks={blocks} />
            <p className="mt-4 text-sm">
              <Link
                href={`/?tab=info&page=${slug}`}
                onClick={() => onLeave?.()}
                className="text-accent underline underline-offset-3"
              >
                {helpTexts.whole}
              </Link>
            </p>
          </>
        )}
      </ReadPart>
    </div>
  );
}
