import { Link } from 'wouter';

import { buttonClass } from '../../kernel/ui/forms/button-class.ts';

/** A step that is a way to another screen. */
export function StepLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link href={href} className={buttonClass({ tone: 'primary' })}>
      {children}
    </Link>
  );
}
