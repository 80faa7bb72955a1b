import type { ReactNode } from 'react';

import { CardError } from './card-error.tsx';
import { CardLoading } from './card-loading.tsx';
import type { Read, ReadTexts } from './read.ts';
import { type Shape, Skeleton } from './skeleton.tsx';

export interface ReadPartProps<T> {
  readonly read: Read<T>;
  readonly says: ReadTexts;
  /** Whether what is said while it loads can be seen. */
  readonly isLoadingShown?: boolean;
  /** Of the content. */
  readonly skeleton: Shape;
  readonly children: (data: T) => ReactNode;
}

/** Something read, inside a card whose controls stay, whatever becomes of it. */
export function ReadPart<T>(props: ReadPartProps<T>) {
  const { read, says, isLoadingShown = false, skeleton, children } = props;
  switch (read.state) {
    case 'loading':
      return (
        <CardLoading label={says.loading} isShown={isLoadingShown}>
          <Skeleton {...skeleton} />
        </CardLoading>
      );
    case 'error':
      return (
        <CardError
          title={says.failed}
          retry={says.retry}
          fault={read.fault}
          refresh={read.refresh}
        />
      );
    case 'ready':
      return <>{children(read.data)}</>;
  }
}
