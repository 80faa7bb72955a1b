import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { myProofQuery, proofDayQuery } from '../kernel/api/reads/proof-queries.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { transparencyQuery } from '../kernel/api/reads/treasury-queries.ts';
import { type Proof, readProof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { useUserId } from '../kernel/wallet/state.ts';
import { AnchorStep } from './anchor-step.tsx';
import { FilesCard } from './files-card.tsx';
import { HoldingsStep } from './holdings-step.tsx';
import { LeavesStep } from './leaves-step.tsx';
import { MineStep } from './mine-step.tsx';
import type { StepOutcome } from '#proof/checks/outcomes';
import { TotalStep } from './total-step.tsx';
import { useAnchor } from './use-anchor.ts';
import { useHoldings } from './use-holdings.ts';
import { type Leaves, useLeaves } from './use-leaves.ts';
import { type Mine, useMine } from './use-mine.ts';
import { STATE_TONES } from './step-card.tsx';

const says = { loading: verifyTexts.dayLoading, failed: verifyTexts.dayFailed };

/** A day's proof, loaded and checked step by step. */
export function VerifyDay({ day }: { readonly day: string }) {
  const read = useRead(proofDayQuery(day));
  const data = read.state === 'ready' ? read.data : undefined;
  const proof = useMemo(() => readProof(data), [data]);
  if (read.state !== 'ready') {
    return (
      <DataCard
        title={`${verifyTexts.day} ${day}`}
        says={says}
        read={read}
        skeleton={{ figures: 2, items: 8 }}
      >
        {() => null}
      </DataCard>
    );
  }
  if (!proof || proof.day !== day) {
    return (
      <Notice tone="bad" title={verifyTexts.verdict.title.wrong}>
        {verifyTexts.faults[proof ? 'wrong-day' : 'malformed']}
      </Notice>
    );
  }
  return <Steps proof={proof} answer={data} />;
}

function Steps({ proof, answer }: { readonly proof: Proof; readonly answer: unknown }) {
  const userId = useUserId();
  const { data: status } = useQuery(statusQuery());
  const { data: app } = useQuery(transparencyQuery('24h'));
  const { data: myAnswer } = useQuery({
    ...myProofQuery(userId ?? '', proof.day),
    enabled: userId !== null,
  });
  const mine = useMine(proof);
  const holdings = useHoldings(proof, status?.usdcMint);
  const anchor = useAnchor(proof, status?.treasuryAddress);
  const leaves = useLeaves(proof, mine);
  const total = totalOutcome(mine, leaves);
  const outcomes = [mine, { outcome: total }, holdings, anchor, leaves].map(
    ({ outcome }) => outcome,
  );
  return (
    <>
      <Verdict outcomes={outcomes} />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <MineStep mine={mine} />
          <TotalStep proof={proof} outcome={total} app={app} />
        </div>
        <div className="grid min-w-0 gap-4">
          <HoldingsStep proof={proof} holdings={holdings} app={app} />
          <AnchorStep proof={proof} anchor={anchor} />
          <LeavesStep proof={proof} leaves={leaves} />
        </div>
      </div>
      <FilesCard day={proof.day} proof={answer} mine={myAnswer} />
    </>
  );
}

/** Outcome of step 2: the total follows from the user's own path, or from all leaves. */
function totalOutcome(mine: Mine, leaves: Leaves): StepOutcome {
  const { total, verdict } = verifyTexts;
  if (leaves.outcome.state === 'holds') return { state: 'holds', message: total.holdsLeaves };
  if (mine.checked && mine.checked.entries.length > 0)
    return { state: 'holds', message: total.holds };
  if (mine.outcome.state === 'checking') return { state: 'checking', message: verdict.working };
  return { state: 'open', message: total.open };
}

const { verdict: verdicts } = verifyTexts;

/** Summary of all steps: a wrong one outweighs all others. */
function Verdict({ outcomes }: { readonly outcomes: readonly StepOutcome[] }) {
  const states = outcomes.map(({ state }) => state);
  const held = states.filter((state) => state === 'holds').length;
  if (states.includes('wrong')) {
    return (
      <Notice tone={STATE_TONES.wrong} title={verdicts.title.wrong}>
        {verdicts.wrong}
      </Notice>
    );
  }
  if (states.includes('checking')) {
    return <Notice title={verdicts.title.working}>{verdicts.working}</Notice>;
  }
  if (held === 0) return null;
  return (
    <Notice tone={STATE_TONES.holds} title={verdicts.title.holds}>
      {verdicts.holds(held, states.length)}
    </Notice>
  );
}
