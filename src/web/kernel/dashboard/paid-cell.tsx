import { isZero } from '../ui/format/format.ts';
import { Cell } from '../ui/tables/cell.tsx';
import { SafeFigure } from './sensitive.tsx';

/** What was paid in SOL, and below it in USDC where there is any. */
export function PaidCell({ sol, usdc }: { readonly sol: string; readonly usdc: string }) {
  return (
    <Cell right note={!isZero(usdc) && <SafeFigure value={usdc} unit="USDC" />}>
      <SafeFigure value={sol} unit="SOL" />
    </Cell>
  );
}
