import { useQuery } from '@tanstack/react-query';

import { statusQuery } from './queries.ts';

/** Whether the protocol is paused, as far as is known: then nothing that moves LMT is possible. */
export function usePaused(): boolean {
  return useQuery(statusQuery()).data?.paused === true;
}
