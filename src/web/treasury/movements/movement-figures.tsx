import type { MovementFigureJson } from '#contract/treasury/admin-movements';

import { movementsTexts as words } from './movement-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { SafeFigure } from '../../kernel/dashboard/sensitive.tsx';

const ZERO = /^0\.0+$/;

/** Opening + movements = balance, for each account. */
export function MovementFigures({ figures }: { readonly figures: readonly MovementFigureJson[] }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-6 wide:grid-cols-2">
      {figures.map((figure) => (
        <Account key={figure.tokenType} figure={figure} />
      ))}
    </div>
  );
}

function Account({ figure }: { readonly figure: MovementFigureJson }) {
  const { tokenType: unit, opening, openedAt, sums, unclassified } = figure;
  const value = (amount: string | null, signed = false) => (
    <SafeFigure value={amount} unit={unit} digits="exact" signed={signed} />
  );
  // Before its first transaction is final the account has no figures: a zero would be made up.
  const isKnown = opening !== null;
  const known = (amount: string) => value(isKnown ? amount : null);
  const isWhole = ZERO.test(figure.difference);
  return (
    <section aria-label={words.account(unit)}>
      <h3 className="mb-2 flex items-center gap-2 font-[560]">
        {words.account(unit)}
        {isKnown && (
          <Badge tone={isWhole ? 'good' : 'bad'}>{isWhole ? words.addsUp : words.differs}</Badge>
        )}
      </h3>
      <KeyValues
        items={[
          {
            key: words.opening,
            value: value(opening),
            note: openedAt && words.openedAt(dateTimeText(openedAt)),
          },
          ...sums.map(({ kind, amount, count }) => ({
            key: words.kinds[kind],
            value: value(amount, true),
            note: words.counted(count),
          })),
          { key: words.expected, value: known(figure.expected) },
          { key: words.balance, value: known(figure.balance) },
          { key: words.difference, value: known(figure.difference) },
          { key: words.unclassified, value: unclassified },
        ]}
      />
    </section>
  );
}
