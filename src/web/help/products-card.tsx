import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { infoTexts } from './info-texts.ts';

/**
 * Whether an announced date, a year or a quarter of one, is over.
 *
 * @example isPast('Q3 2025', Date.UTC(2025, 9, 1)) // true
 */
export function isPast(when: string, now: number): boolean {
  const match = /^(?:Q([1-4]) )?(\d{4})$/.exec(when);
  if (!match) return false;
  const [, quarter = '4', year] = match;
  return now >= Date.UTC(Number(year), Number(quarter) * 3);
}

/** What the ecosystem is announced to have; a date that is over is not shown. */
export function ProductsCard() {
  const now = useServerNow();
  const { title, hint, soon, list } = infoTexts.products;
  return (
    <Card title={title}>
      <ul>
        {list.map(({ name, when }) => (
          <li
            key={name}
            className="flex items-start justify-between gap-x-4 max-tight:flex-wrap border-t border-line py-3 first:border-t-0 first:pt-0"
          >
            <div>
              <p className="font-[550]">{name}</p>
              {!isPast(when, now) && <p className="text-sm text-faint">{when}</p>}
            </div>
            <Badge>{soon}</Badge>
          </li>
        ))}
      </ul>
      <p className="text-sm text-faint">{hint}</p>
    </Card>
  );
}
