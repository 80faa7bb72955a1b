import type { ReactNode } from 'react';

import type { Read, ReadTexts } from '../kernel/ui/cards/read.ts';
import { ReadPart } from '../kernel/ui/cards/read-part.tsx';
import { Section } from '../kernel/dashboard/section.tsx';

interface DetailsListProps<T> {
  readonly read: Read<readonly T[]>;
  readonly words: ReadTexts & {
    readonly title: (count: number) => string;
    readonly empty: string;
  };
  /** Rows of the skeleton. */
  readonly rows: number;
  readonly children: (all: readonly T[]) => ReactNode;
}

/** What a user has of something, counted in its title. */
export function DetailsList<T>({ read, words, rows, children }: DetailsListProps<T>) {
  return (
    <Section title={words.title(read.state === 'ready' ? read.data.length : 0)}>
      <ReadPart read={read} says={words} skeleton={{ rows }}>
        {(all) => (all.length === 0 ? <p className="text-quiet">{words.empty}</p> : children(all))}
      </ReadPart>
    </Section>
  );
}
