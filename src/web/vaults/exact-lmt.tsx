import { Figure } from '../kernel/ui/format/figure.tsx';
import { Worth } from '../kernel/prices/worth.tsx';

interface ExactLmtProps {
  /** LMT, a decimal string. */
  readonly value: string;
  readonly minus?: boolean;
  readonly strong?: boolean;
}

/** LMT with every digit, for what is about to be moved, and what it is worth. */
export function ExactLmt({ value, minus = false, strong = false }: ExactLmtProps) {
  const className = strong ? 'text-md' : 'font-normal';
  return (
    <>
      <Figure value={minus ? `-${value}` : value} digits="exact" unit="LMT" className={className} />
      <Worth token="LMT" amount={value} className="block text-sm" />
    </>
  );
}
