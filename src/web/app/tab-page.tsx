import type { ReactNode } from 'react';

import type { StepKind } from '#domain/portfolio/next-step';

import { PauseStrip } from '../kernel/prices/pause-strip.tsx';
import { SignInStrip } from '../kernel/wallet/connect/sign-in-strip.tsx';
import NextSteps from '../portfolio/next-step/next-steps.tsx';
import PayStrip from '../kernel/pay/pay-strip.tsx';
import { useUserId } from '../kernel/wallet/state.ts';
import { usePageTitle } from './use-page-title.ts';

interface TabPageProps {
  readonly title: string;
  /** Steps that the tab itself tells of. */
  readonly hides?: readonly StepKind[];
  readonly children: ReactNode;
}

const NONE: readonly StepKind[] = [];

/** A tab but the dashboard; above it a pause, the session's end, a payment under way, and the next step in one line. */
export function TabPage({ title, hides = NONE, children }: TabPageProps) {
  usePageTitle(title);
  const userId = useUserId();
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{title}</h1>
      <PauseStrip />
      <SignInStrip />
      {userId !== null && (
        <>
          <PayStrip />
          <NextSteps key={userId} userId={userId} isBrief hides={hides} />
        </>
      )}
      {children}
    </div>
  );
}
