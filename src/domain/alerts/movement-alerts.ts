import { DECIMALS, type PayToken, formatDecimal } from '../base/money.ts';
import { type BalanceCheck, balanceDifference } from '../treasury/balance-check.ts';
import type { MovementFigure } from '../treasury/movement-figure.ts';
import { type Concern, type KnownMovement, concernOf } from '../treasury/movement-use.ts';
import { type Alert, type AlertCode, alert } from './alert.ts';

export interface TreasuryHealth {
  /** Reconciliation of the treasury's movements, and those that need a check. */
  readonly movements: {
    readonly figures: readonly Pick<
      MovementFigure,
      'token' | 'expected' | 'balance' | 'difference'
    >[];
    readonly concerns: readonly KnownMovement[];
  };
  /** Balance of each account on the chain at a slot, and by its movements up to there. */
  readonly balances: readonly BalanceCheck[];
  /** Holdings over everything owed, in hundredths; null if nothing is owed or the value is unknown. */
  readonly coverage: bigint | null;
}

/** In hundredths: holdings equal what is owed. */
const FULL_COVERAGE = 100n;

const CONCERNS: {
  readonly [C in Concern]: readonly [code: AlertCode, text: (amount: string, to: string) => string];
} = {
  unclassified: ['MOVEMENT_UNCLASSIFIED', (amount) => `${amount} moved, and nothing explains it`],
  'no-payout': [
    'MOVEMENT_WITHOUT_PAYOUT',
    (amount, to) => `${amount} left the treasury for ${to}, and no payout explains it`,
  ],
  'paid-twice': [
    'PAID_TWICE',
    (amount, to) => `${amount} went to ${to} for a payout that was paid before, or is void`,
  ],
};

/** Alerts on balance differences, movements that need a check, and low coverage. */
export function movementAlerts({
  movements: { figures, concerns },
  balances,
  coverage,
}: TreasuryHealth): Alert[] {
  const differing = figures
    .filter(({ difference }) => difference !== 0n)
    .map(({ token, expected, balance }) => {
      const [says, holds] = [expected, balance].map((units) => shownUnits(token, units));
      const text = `The treasury’s ${token} account held ${holds}, but its movements add up to ${says}`;
      return alert('MOVEMENTS_DIFFER', 'critical', { text, subject: token });
    });
  const isReported = (token: PayToken): boolean =>
    differing.some(({ subject }) => subject === token);
  const concerning = concerns.flatMap((known) => {
    const concern = concernOf(known);
    if (concern === null) return [];
    const { id, token, amount, counterparty, blockTime: since, payoutId } = known.movement;
    const [code, text] = CONCERNS[concern];
    const units = amount < 0n ? -amount : amount;
    const words = text(shownUnits(token, units), counterparty ?? 'an unknown account');
    const subject = concern === 'paid-twice' ? payoutId : id;
    return [alert(code, 'critical', { text: words, since, subject })];
  });
  const direct = balances.filter(({ token }) => !isReported(token)).flatMap(balanceAlert);
  return [...differing, ...direct, ...concerning, ...coverageAlert(coverage)];
}

/** Alerts if the chain's balance differs, even if no later transaction shows it. */
function balanceAlert(check: BalanceCheck): Alert[] {
  if (balanceDifference(check) === 0n) return [];
  const { token, slot, held, written, since } = check;
  const [holds, says] = [held, written].map((units) => shownUnits(token, units));
  const text = `At slot ${slot} the treasury’s ${token} account held ${holds}, but its movements up to there add up to ${says}`;
  return [alert('MOVEMENTS_DIFFER', 'critical', { text, since, subject: token })];
}

const shownUnits = (token: PayToken, units: bigint): string =>
  `${formatDecimal(units, DECIMALS[token])} ${token}`;

function coverageAlert(coverage: bigint | null): Alert[] {
  if (coverage === null || coverage >= FULL_COVERAGE) return [];
  const text = `What the treasury holds is worth only ${coverage}% of what it owes`;
  return [alert('COVERAGE_LOW', 'warning', { text })];
}
