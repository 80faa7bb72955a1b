import { Figure } from '../../ui/format/figure.tsx';

interface ExactProps {
  /** LMT, a decimal string. */
  readonly value: string;
  readonly minus?: boolean;
  readonly strong?: boolean;
}

/** LMT with every digit, for what is about to be moved. */
export function Exact({ value, minus = false, strong = false }: ExactProps) {
  const className = strong ? 'text-md' : 'font-normal';
  return (
    <Figure value={minus ? `-${value}` : value} decimals={8} unit="LMT" className={className} />
  );
}
