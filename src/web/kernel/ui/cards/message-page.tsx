import type { ReactNode } from 'react';

interface MessagePageProps {
  readonly title: string;
  readonly hint?: string;
  readonly icon: ReactNode;
  /** The way on. */
  readonly children?: ReactNode;
}

/** A page that has one thing to say. */
export function MessagePage({ title, hint, icon, children }: MessagePageProps) {
  return (
    <div className="grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      <span className="grid size-14 place-items-center rounded-full border border-line bg-card text-quiet [&_svg]:size-6">
        {icon}
      </span>
      <div className="max-w-[46ch]">
        <h1 className="text-[1.375rem] leading-tight font-semibold tracking-[-0.015em]">{title}</h1>
        {hint !== undefined && <p className="mt-2 text-balance text-quiet">{hint}</p>}
      </div>
      {children !== undefined && (
        <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>
      )}
    </div>
  );
}
