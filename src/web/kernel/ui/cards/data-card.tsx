import type { ReactNode } from 'react';

import { Card } from './card.tsx';
import { DataAge } from './data-age.tsx';
import { ReadPart, type ReadPartProps } from './read-part.tsx';

interface DataCardProps<T> extends ReadPartProps<T> {
  readonly title: string;
  /** Beside the data's age. */
  readonly aside?: ReactNode;
  /** Controls that stay above it, whatever becomes of the read. */
  readonly above?: ReactNode;
  /** Another card tells the age of the same data. */
  readonly ageless?: boolean;
}

/** A card over something read: loading, error, stale and ready. What is empty, the content says. */
export function DataCard<T>(props: DataCardProps<T>) {
  const { title, aside, above, ageless = false, ...part } = props;
  const { read } = part;
  const age = read.state === 'ready' && !ageless && (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      <DataAge age={read.age} refresh={read.refresh} />
      {aside}
    </div>
  );
  return (
    <Card title={title} aside={age}>
      {above}
      <ReadPart {...part} />
    </Card>
  );
}
