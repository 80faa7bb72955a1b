import { type ReactNode, useId } from 'react';

interface ExplainedControlProps {
  /** Why the control can't be used now; null where it can. */
  readonly reason: string | null;
  readonly children: (control: {
    readonly disabled: boolean;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control that says below itself why it is disabled, while it is. */
export function ExplainedControl({ reason, children }: ExplainedControlProps) {
  const id = useId();
  if (reason === null) return children({ disabled: false, 'aria-describedby': undefined });
  return (
    <div className="grid gap-1">
      {children({ disabled: true, 'aria-describedby': id })}
      <p id={id} className="text-sm text-amber">
        {reason}
      </p>
    </div>
  );
}
