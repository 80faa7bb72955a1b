import type { ReactNode } from 'react';

import { CardError } from '../../ui/cards/card-error.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import type { Read, ReadTexts } from '../../ui/cards/read.ts';

interface ReadPartProps<T> {
  readonly read: Read<T>;
  readonly says: ReadTexts;
  /** Of the same size as the content. */
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Something read inside a card whose controls stay, whatever becomes of it. */
export function ReadPart<T>({ read, says, skeleton, children }: ReadPartProps<T>) {
  switch (read.state) {
    case 'loading':
      return <CardLoading label={says.loading}>{skeleton}</CardLoading>;
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
