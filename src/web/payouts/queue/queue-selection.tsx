import type { TreasuryBudget } from '#contract/payouts/admin-payouts';
import type { SellJson } from '#contract/sells/sells';

import { verificationsTexts } from './queue-texts.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { cx } from '../../kernel/ui/format/cx.ts';
import { amountText } from '../../kernel/ui/format/digits.ts';
import { SafeText } from '../../kernel/dashboard/sensitive.tsx';
import type { Kind } from './decision.ts';
import { type Need, needsOf } from './budget.ts';

const { pending: words, queue } = verificationsTexts;

interface QueueSelectionProps {
  readonly picked: readonly SellJson[];
  readonly treasury: TreasuryBudget | null;
  readonly onDecide: (kind: Kind) => void;
}

/** What is selected, what it takes of the treasury, and what can be done with all of it. */
export function QueueSelection({ picked, treasury, onDecide }: QueueSelectionProps) {
  const none = picked.length === 0;
  return (
    <div
      role="group"
      aria-label={words.tools}
      // A phone has no room for what cannot be pressed.
      className={cx('flex flex-wrap items-center gap-2', none && 'max-sm:hidden')}
    >
      <p role="status" className="mr-2 flex flex-wrap gap-x-4 text-sm text-quiet">
        <span>{words.selected(picked.length)}</span>
        {needsOf(picked, treasury).map((need) => (
          <span key={need.token} className={need.isShort ? 'text-red' : ''}>
            <SafeText>{sumText(need)}</SafeText>
          </span>
        ))}
      </p>
      <Button size="sm" disabled={none} onClick={() => onDecide('reject')}>
        {words.rejectSelected}
      </Button>
      <Button size="sm" disabled={none} onClick={() => onDecide('approve')}>
        {words.approveSelected}
      </Button>
    </div>
  );
}

function sumText({ token, needed, available, isShort }: Need): string {
  const [sum, held] = [amountText(token, needed), amountText(token, available)];
  return isShort ? queue.sumShort(sum, held, token) : queue.sum(sum, held, token);
}
