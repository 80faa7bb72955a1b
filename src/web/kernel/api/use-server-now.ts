import { useQuery } from '@tanstack/react-query';

import { useNow } from '../ui/format/use-now.ts';
import { statusQuery } from './queries.ts';

/** The protocol's time in milliseconds, every second: the browser's own clock may be wrong. */
export function useServerNow(): number {
  const { data, dataUpdatedAt } = useQuery(statusQuery());
  const now = useNow();
  return data ? now + (Date.parse(data.now) - dataUpdatedAt) : now;
}
