import type { StepKind } from '#domain/user/next-step';

import { PauseStrip } from '../flows/pause/pause-strip.tsx';
import { SignInStrip } from '../flows/connect/sign-in-strip.tsx';
import NextSteps from '../flows/next-step/next-steps.tsx';
import PayStrip from '../flows/pay/pay-strip.tsx';
import { useUserId } from '../wallet/state.ts';

interface TabTopProps {
  /** Steps that the tab itself tells of. */
  readonly hides?: readonly StepKind[];
}

const NONE: readonly StepKind[] = [];

/** Above every tab but the dashboard: a pause, the session's end, a payment under way, and the next step in one line. */
export function TabTop({ hides = NONE }: TabTopProps) {
  const userId = useUserId();
  return (
    <>
      <PauseStrip />
      <SignInStrip />
      {userId !== null && <PayStrip />}
      {userId !== null && <NextSteps key={userId} userId={userId} isBrief hides={hides} />}
    </>
  );
}
