import { useQuery } from '@tanstack/react-query';

import { statusQuery } from '../api/queries.ts';
import { NextStep } from '../ui/cards/next-step.tsx';
import { texts } from '../ui/texts/shared-texts.ts';
import { dateTimeText } from '../ui/format/times.ts';

/** Says that the protocol is paused, since when, and what that stops. */
export function PauseStrip() {
  const { data } = useQuery(statusQuery());
  if (!data?.paused) return null;
  const { title, since, effect } = texts.paused;
  const hint =
    data.pausedSince === null ? effect : `${since(dateTimeText(data.pausedSince))} ${effect}`;
  return <NextStep title={title} hint={hint} />;
}
