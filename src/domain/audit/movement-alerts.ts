import { DECIMALS, type PayToken, formatDecimal } from '../base/money.ts';
import type { MovementFigure } from '../treasury/movement-figure.ts';
import { type Concern, type KnownMovement, concernOf } from '../treasury/movement-use.ts';
import { type Alert, type AlertCode, alert } from './alert.ts';

/** What is known of the treasury's money. */
export interface TreasuryFacts {
  /** Whether what moved on the treasury's accounts adds up, and what of it needs a look. */
  readonly movements: {
    readonly figures: readonly Pick<
      MovementFigure,
      'token' | 'expected' | 'balance' | 'difference'
    >[];
    readonly concerns: readonly KnownMovement[];
  };
  /** Holdings over everything that is owed, in hundredths; null where nothing is owed or known. */
  readonly coverage: bigint | null;
}

/** In hundredths: everything that is owed is held. */
const COVERAGE_WHOLE = 100n;

const CONCERNS: {
  readonly [C in Concern]: readonly [code: AlertCode, text: (amount: string, to: string) => string];
} = {
  unclassified: ['MOVEMENT_UNCLASSIFIED', (amount) => `${amount} moved, and nothing explains it`],
  'no-payout': [
    'MOVEMENT_WITHOUT_PAYOUT',
    (amount, to) => `${amount} left the treasury for ${to}, and no payout says so`,
  ],
  'paid-twice': [
    'PAID_TWICE',
    (amount, to) => `${amount} went to ${to} for a payout that was paid before, or is void`,
  ],
};

/** What does not add up, what needs the owner's look, and whether all that is owed is held. */
export function movementAlerts({
  movements: { figures, concerns },
  coverage,
}: TreasuryFacts): Alert[] {
  const differing = figures
    .filter(({ difference }) => difference !== 0n)
    .map(({ token, expected, balance }) => {
      const [says, holds] = [expected, balance].map((units) => shownUnits(token, units));
      const text = `The treasury’s ${token} account held ${holds}, its movements say ${says}`;
      return alert('MOVEMENTS_DIFFER', 'critical', text, { subject: token });
    });
  const looked = concerns.flatMap((known) => {
    const concern = concernOf(known);
    if (concern === null) return [];
    const { id, token, amount, counterparty, blockTime: since, payoutId } = known.movement;
    const [code, text] = CONCERNS[concern];
    const units = amount < 0n ? -amount : amount;
    const words = text(shownUnits(token, units), counterparty ?? 'an unknown account');
    const subject = concern === 'paid-twice' ? payoutId : id;
    return [alert(code, 'critical', words, { since, subject })];
  });
  return [...differing, ...looked, ...coverageAlert(coverage)];
}

const shownUnits = (token: PayToken, units: bigint): string =>
  `${formatDecimal(units, DECIMALS[token])} ${token}`;

function coverageAlert(coverage: bigint | null): Alert[] {
  if (coverage === null || coverage >= COVERAGE_WHOLE) return [];
  const text = `The treasury covers ${formatDecimal(coverage, 2)} of what it owes`;
  return [alert('COVERAGE_LOW', 'warning', text)];
}
