import { type Bond, bondEndsAt } from '#domain/bonds/bond';
import { type Amount, type Token, formatAmount } from '#domain/base/money';
import type { Sell } from '#domain/sells/sell';
import { SELL_ANSWER_MS, SELL_PERIOD_MS, type Terms } from '#domain/terms/terms';
import { type Instant, after } from '#domain/base/time';
import { type Vault, phaseAt, windowEndsAt } from '#domain/vaults/vault';
import { groupThousands } from '#domain/base/group-thousands';
import type { UserDates } from '#domain/reminders/coming-dates';
import { type Deadline, formatDuration } from './format-text.ts';

/** Returns a user's deadlines: times from which something can be done, or at which it ends. */
export function deadlinesOf(holder: UserDates, terms: Terms, now: Instant): Deadline[] {
  return [
    ...holder.bonds.flatMap(ofBond),
    ...holder.vaults.flatMap((vault) => ofVault(vault, terms, now)),
    ...holder.sells.flatMap((sell) => ofSell(sell, now)),
  ];
}

const format = <T extends Token>(token: T, amount: Amount<T>): string =>
  `${groupThousands(formatAmount(token, amount))} ${token}`;

function ofBond(bond: Bond): Deadline[] {
  const which = `Your bond of ${format(bond.token, bond.amount)} for ${format('LMT', bond.lmtAmount)}`;
  if (bond.status === 'pending') {
    const whenPast = `${which} awaits blockchain confirmation.`;
    return [{ kind: 'bond', what: which, whenPast, at: null }];
  }
  if (bond.status !== 'confirmed') return [];
  return [
    {
      kind: 'bond',
      what: `${which} can be claimed from`,
      whenPast: `${which} is ready to claim.`,
      at: bondEndsAt(bond),
    },
  ];
}

function ofVault(vault: Vault, terms: Terms, now: Instant): Deadline[] {
  const amount = format('LMT', vault.amount);
  switch (phaseAt(vault, terms, now)) {
    case 'vesting':
    case 'ready':
      return [
        {
          kind: 'vault',
          what: `Your stake of ${amount} can be activated from`,
          whenPast: `Your stake of ${amount} is ready to activate; it earns nothing until then.`,
          at: vault.vestingEndsAt,
        },
      ];
    case 'running': {
      const whenPast = `Your vault of ${amount} has matured.`;
      const what = `Your vault of ${amount} matures on`;
      return [{ kind: 'vault', what, whenPast, at: vault.cycle?.endsAt ?? null }];
    }
    case 'window':
      return [
        {
          kind: 'vault',
          what: `The restake window of your vault of ${amount} is open until`,
          whenPast: `The restake window of your vault of ${amount} is held open by the pause.`,
          at: windowEndsAt(vault, terms),
        },
      ];
    case 'due':
    case 'completed':
      return [];
  }
}

function ofSell(sell: Sell, now: Instant): Deadline[] {
  if (sell.status !== 'pending' && sell.status !== 'approved') return [];
  const which = `Your sell request of ${format('LMT', sell.amount)}`;
  const answer: Deadline = {
    kind: 'sell',
    what: `${which} is to be answered by`,
    whenPast: `${which} is older than ${formatDuration(SELL_ANSWER_MS)} and still in the queue.`,
    at: after(sell.requestedAt, SELL_ANSWER_MS),
  };
  const next: Deadline = {
    kind: 'sell',
    what: 'Your next sell request is possible from',
    whenPast: 'Your sell limit is new.',
    at: after(sell.requestedAt, SELL_PERIOD_MS),
  };
  const isPeriodOver = now >= after(sell.requestedAt, SELL_PERIOD_MS);
  return [...(sell.status === 'pending' ? [answer] : []), ...(isPeriodOver ? [] : [next])];
}
