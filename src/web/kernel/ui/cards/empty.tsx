import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  /** The first step to take. */
  readonly action?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export function Empty({ title, hint, icon, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 px-2 py-8 text-center">
      {icon !== undefined && (
        <span className="grid size-11 place-items-center rounded-full bg-raise text-quiet [&_svg]:size-5">
          {icon}
        </span>
      )}
      <div className="max-w-[44ch]">
        <p className="font-[550]">{title}</p>
        {hint !== undefined && <p className="text-balance text-quiet">{hint}</p>}
      </div>
      {action}
    </div>
  );
}
