import type { ReactNode } from 'react';

import { Card } from './card.tsx';
import { CardError } from './card-error.tsx';
import { CardLoading } from './card-loading.tsx';
import { DataAge } from './data-age.tsx';
import type { Read, ReadTexts } from './read.ts';

interface DataCardProps<T> {
  readonly title: string;
  readonly read: Read<T>;
  readonly says: ReadTexts;
  /** Whether what is said while it loads can be seen. */
  readonly isLoadingShown?: boolean;
  /** Of the same size as the content. */
  readonly skeleton: ReactNode;
  /** Beside the data's age. */
  readonly aside?: ReactNode;
  /** Another card tells the age of the same data. */
  readonly ageless?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** A card over something read: loading, error, stale and ready. What is empty, the content says. */
export function DataCard<T>(props: DataCardProps<T>) {
  const { title, read, says, isLoadingShown = false, skeleton, ageless = false, children } = props;
  const { aside } = props;
  switch (read.state) {
    case 'loading':
      return (
        <Card title={title}>
          <CardLoading label={says.loading} isShown={isLoadingShown}>
            {skeleton}
          </CardLoading>
        </Card>
      );
    case 'error':
      return (
        <Card title={title}>
          <CardError
            title={says.failed}
            retry={says.retry}
            fault={read.fault}
            refresh={read.refresh}
          />
        </Card>
      );
    case 'ready':
      return (
        <Card
          title={title}
          {...(ageless
            ? {}
            : {
                aside: (
                  <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
                    <DataAge age={read.age} refresh={read.refresh} />
                    {aside}
                  </div>
                ),
              })}
        >
          {children(read.data)}
        </Card>
      );
  }
}
