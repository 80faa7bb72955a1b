import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';

import { statusQuery } from '../api/queries.ts';

const LocalBanner = lazy(() => import('../features/local/local-banner.tsx'));

/** The local network's banner, where this is the local network. */
export function LocalSlot() {
  const { data } = useQuery(statusQuery());
  if (data?.network !== 'local') return null;
  return (
    <Suspense>
      <LocalBanner />
    </Suspense>
  );
}
