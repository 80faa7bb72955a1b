import { Link, useRoute } from 'wouter';

import { cx } from '../ui/cx.ts';
import { texts } from '../ui/texts.ts';

export function Nav() {
  return (
    <nav aria-label={texts.app.menu} className="flex gap-0.5">
      <NavLink href="/" label={texts.app.dashboard} />
      <NavLink href="/admin" label={texts.app.admin} />
    </nav>
  );
}

function NavLink({ href, label }: { readonly href: string; readonly label: string }) {
  const [here] = useRoute(href);
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'hit inline-flex min-h-9 items-center justify-center rounded-[9px] px-3 font-[500] transition-colors',
        here ? 'bg-raise text-text' : 'text-quiet hover:text-text',
      )}
    >
      {label}
    </Link>
  );
}
