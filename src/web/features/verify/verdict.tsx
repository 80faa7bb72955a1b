import { verifyTexts } from '../../texts/verify.ts';
import { Notice } from '../../ui/cards/notice.tsx';
import { STATE_TONES } from './step-card.tsx';
import type { StepOutcome } from '../../flows/verify/outcomes.ts';

const { verdict: says } = verifyTexts;

/** What all steps come to: one that is wrong outweighs all others. */
export function Verdict({ outcomes }: { readonly outcomes: readonly StepOutcome[] }) {
  const states = outcomes.map(({ state }) => state);
  const held = states.filter((state) => state === 'holds').length;
  if (states.includes('wrong')) {
    return (
      <Notice tone={STATE_TONES.wrong} title={says.title.wrong}>
        {says.wrong}
      </Notice>
    );
  }
  if (states.includes('checking')) {
    return <Notice title={says.title.working}>{says.working}</Notice>;
  }
  if (held === 0) return null;
  return (
    <Notice tone={STATE_TONES.holds} title={says.title.holds}>
      {says.holds(held, states.length)}
    </Notice>
  );
}
