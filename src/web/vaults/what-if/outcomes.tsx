import { DECIMALS, type PayToken, formatAmount, formatDecimal } from '#domain/base/money';
import { iso } from '#domain/base/time';
import { type Outcome, type WindowOption, outcomes } from '#domain/portfolio/outcomes';
import { windowEndsAt } from '#domain/vaults/vault';

import { whatIfTexts as says } from './what-if-texts.ts';
import { Skeleton } from '../../kernel/ui/cards/skeleton.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { amountText } from '../../kernel/ui/format/digits.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { type Asked, OUTCOMES_SHAPE } from './what-if-input.ts';
import { useOutlook } from './use-outlook.ts';

const WAYS: Readonly<Record<Asked['kind'], readonly WindowOption[]>> = {
  stake: ['release', 'auto', 'half', 'sell'],
  restake: ['release', 'auto', 'restake', 'half', 'sell'],
  sell: ['release', 'auto', 'half', 'sell'],
};

/** Each way with how one stands after it: by the rules that will decide it. */
export default function Outcomes(asked: Asked) {
  const looked = useOutlook(asked);
  if (looked === 'reading') return <Skeleton {...OUTCOMES_SHAPE} />;
  const { outlook, at } = looked ?? {};
  const shown = outlook && at !== undefined ? outcomes(outlook, WAYS[asked.kind], at) : [];
  const end = outlook ? windowEndsAt(outlook.vault, outlook.terms) : null;
  if (!outlook || end === null || shown.length === 0) {
    const isTyped = asked.kind !== 'stake' || asked.amount !== null;
    return <p className="py-2 text-sm text-quiet">{isTyped ? says.none : says.empty}</p>;
  }
  const note = says.notes[asked.kind === 'stake' ? 'stake' : 'window'];
  return (
    <div className="grid gap-3 py-2">
      <p className="text-sm text-quiet">{note(dateTimeText(iso(end)))}</p>
      <ul
        aria-label={says.label}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2"
      >
        {shown.map((outcome) => (
          <Side
            key={outcome.option}
            outcome={outcome}
            token={outlook.payoutToken}
            isSet={outcome.option === (outlook.vault.autoRestake ? 'auto' : 'release')}
          />
        ))}
      </ul>
      <p className="text-sm text-faint">{says.terms}</p>
    </div>
  );
}

interface SideProps {
  readonly outcome: Outcome;
  readonly token: PayToken;
  /** What happens by itself, as the vault is set. */
  readonly isSet: boolean;
}

/** One way: what all comes to, and its parts. */
function Side({ outcome, token, isSet }: SideProps) {
  const { option, staked, rewards, unstaked, sold, payout, fees, nextRewards, worth } = outcome;
  const lmt = (amount: typeof staked) => amountText('LMT', formatAmount('LMT', amount));
  const paid = amountText(token, formatDecimal(payout, DECIMALS[token]));
  const lines = [
    { name: says.staked, amount: staked, text: lmt(staked) },
    { name: says.rewards, amount: rewards, text: `+${lmt(rewards)}` },
    { name: says.nextRewards, amount: nextRewards, text: `+${lmt(nextRewards)}` },
    { name: says.unstaked, amount: unstaked, text: lmt(unstaked) },
    { name: says.sold, amount: sold, text: lmt(sold) },
    { name: says.paid(token), amount: payout, text: paid },
    { name: says.fees, amount: fees, text: lmt(fees) },
  ];
  return (
    <li className="min-w-0 rounded-control bg-raise px-3 py-2.5 text-sm">
      <p className="font-[550]">
        {says.ways[option]}
        {isSet && <span className="font-normal text-faint"> {says.asSet}</span>}
      </p>
      <Figure value={formatAmount('USDC', worth)} prefix="$" className="my-1 block text-md" />
      <dl className="grid gap-0.5">
        {lines
          .filter(({ amount }) => amount > 0n)
          .map(({ name, text }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-2">
              <dt className="text-faint">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
