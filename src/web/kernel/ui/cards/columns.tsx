import type { ReactNode } from 'react';

interface ColumnsProps {
  readonly left: ReactNode;
  readonly right: ReactNode;
}

/** Cards in two columns where there is room. Each column stacks for itself, and its last card reaches to the end of both: beside a tall card there is no hole. */
export function Columns({ left, right }: ColumnsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4 *:last:grow">{left}</div>
      <div className="flex min-w-0 flex-col gap-4 *:last:grow">{right}</div>
    </div>
  );
}
