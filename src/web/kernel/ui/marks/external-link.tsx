import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { texts } from '../texts/shared-texts.ts';

interface ExternalLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

export function ExternalLink({ href, children }: ExternalLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="relative inline-flex items-center gap-0.5 rounded-sm text-accent underline-offset-3 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
    >
      {children}
      <ArrowUpRight aria-hidden className="size-3.5" />
      <span className="sr-only"> ({texts.actions.newTab})</span>
    </a>
  );
}
