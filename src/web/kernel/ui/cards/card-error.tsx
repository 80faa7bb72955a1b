import { TriangleAlert } from 'lucide-react';

import { Button } from '../forms/button.tsx';
import { CopyButton } from '../marks/copy-button.tsx';
import type { Fault, Refresh } from './read.ts';
import { texts } from '../texts/shared-texts.ts';

interface CardErrorProps {
  readonly title: string;
  /** On the button, where it is called otherwise than elsewhere. */
  readonly retry?: string | undefined;
  readonly fault: Fault;
  readonly refresh: Refresh;
}

/** What went wrong, a way to try again, and the reference by which support finds it. */
export function CardError({ title, retry, fault, refresh }: CardErrorProps) {
  return (
    <div role="alert" className="grid content-center justify-items-start gap-3 pt-1">
      <TriangleAlert aria-hidden className="size-5 text-amber" />
      <div>
        <p className="font-[550]">{title}</p>
        <p className="text-quiet">{fault.message}</p>
      </div>
      <Button busy={refresh.running} onClick={refresh.start}>
        {retry ?? texts.actions.retry}
      </Button>
      {fault.requestId !== null && (
        <p className="flex max-w-full items-center gap-1 text-sm text-faint">
          {texts.errors.reference}
          <code className="min-w-0 font-mono break-all">{fault.requestId}</code>
          <CopyButton value={fault.requestId} />
        </p>
      )}
    </div>
  );
}
