import type { SellJson } from '#contract/sells/sells';

import { Progress } from '../../kernel/ui/charts/progress.tsx';
import { Reference } from '../../kernel/ui/marks/reference.tsx';
import { verificationsTexts } from './queue-texts.ts';
import { TONE_TEXT, type Tone } from '../../kernel/ui/format/tone.ts';
import { SafeFigure, useSafeSentence } from '../../kernel/dashboard/sensitive.tsx';
import { WholeWallet } from '../../kernel/dashboard/whole-wallet.tsx';
import type { Decision, Decisions } from './decision.ts';

const { decide: words } = verificationsTexts;
const TONES: Readonly<Record<Decision['state'], Tone>> = {
  waiting: 'neutral',
  running: 'neutral',
  signing: 'time',
  done: 'good',
  failed: 'bad',
};

interface DecideListProps {
  readonly sells: readonly SellJson[];
  readonly decisions: Decisions;
}

/** The requests that are decided, each with how far it is. */
export function DecideList({ sells, decisions }: DecideListProps) {
  const inState = (state: Decision['state']) =>
    sells.filter(({ id }) => decisions.get(id)?.state === state).length;
  const [done, signing] = [inState('done'), inState('signing')];
  return (
    <div className="grid gap-3">
      {decisions.size > 0 && sells.length > 1 && (
        <Progress label={words.progress(done, sells.length)} value={done / sells.length} />
      )}
      {signing > 1 && (
        <p role="status" className="text-sm text-amber">
          {words.signingMany(signing)}
        </p>
      )}
      <ul aria-label={words.list} className="max-h-[40dvh] overflow-y-auto">
        {sells.map((sell) => (
          <DecideRow key={sell.id} sell={sell} decision={decisions.get(sell.id) ?? null} />
        ))}
      </ul>
    </div>
  );
}

interface DecideRowProps {
  readonly sell: SellJson;
  readonly decision: Decision | null;
}

function DecideRow({ sell, decision }: DecideRowProps) {
  const { walletAddress, lmtAmount, payoutAmount, payoutCurrency } = sell;
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <p className="text-quiet">
        <SafeFigure value={lmtAmount} unit="LMT" /> →{' '}
        <SafeFigure value={payoutAmount} unit={payoutCurrency} />
      </p>
      <WholeWallet label={words.wallet} address={walletAddress} />
      {decision && <DecisionLine decision={decision} states={words.state} />}
    </li>
  );
}

interface DecisionLineProps {
  readonly decision: Decision;
  /** What its states are called. */
  readonly states: Readonly<Partial<Record<Decision['state'], string>>>;
}

/** How far a decision is, and why it failed. */
export function DecisionLine({ decision, states }: DecisionLineProps) {
  const safe = useSafeSentence();
  return (
    <>
      <p role="status" className={`text-sm ${TONE_TEXT[TONES[decision.state]]}`}>
        {states[decision.state]}
        {decision.state === 'failed' && `: ${safe(decision.fault.message)}`}
      </p>
      {decision.state === 'failed' && <Reference id={decision.fault.requestId} />}
    </>
  );
}
