import { useQuery } from '@tanstack/react-query';

import { nextSteps } from '#domain/user/next-step';
import { instant } from '#domain/base/time';

import { protocolSettingsQuery, statusQuery } from '../../api/queries.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { stakesQuery } from '../../api/vault-queries.ts';
import { pendingOf } from '../../flows/next-step/own.ts';
import { stepView } from '../../flows/next-step/step-view.ts';
import { Countdown } from '../../ui/format/countdown.tsx';
import { NextStep } from '../../ui/cards/next-step.tsx';

/** The vault that needs its user first, where one does: for screens on which the list is far below. */
export function VaultStrip({ userId }: { readonly userId: string }) {
  const now = useServerNow();
  const { data: status } = useQuery(statusQuery());
  const { data: settings = null } = useQuery(protocolSettingsQuery());
  const { data: stakes = [] } = useQuery(stakesQuery(userId));
  const isPaused = status?.paused === true;
  const own = { userId, stakes, bonds: [], sells: [], unstakedLMT: '0', isPaused, settings };
  const [first] = nextSteps(pendingOf(own), instant(Math.floor(now)));
  if (first.kind !== 'window' && first.kind !== 'activate') return null;
  return (
    <NextStep
      {...stepView(first, own, now)}
      {...(first.at === null ? {} : { clock: <Countdown now={now} target={first.at} /> })}
    />
  );
}
