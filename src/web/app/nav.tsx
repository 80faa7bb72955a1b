import { Link, useLocation } from 'wouter';

import { cx } from '../ui/format/cx.ts';
import { texts } from '../texts/texts.ts';
import { preloadOf } from './tab-pages.ts';
import { TABS, useTab } from './tabs.ts';

/** The tabs in the header; on a phone they are at the bottom, in reach of the thumb. */
export function Nav() {
  const [path] = useLocation();
  const tab = useTab();
  return (
    <nav aria-label={texts.app.menu} className="hidden gap-0.5 wide:flex">
      {TABS.map(({ id, href, label }) => (
        <NavLink key={id} {...{ href, label }} isHere={id === tab} {...preloadOf(id)} />
      ))}
      <NavLink href="/admin" label={texts.app.admin} isHere={path === '/admin'} />
    </nav>
  );
}

interface NavLinkProps extends Partial<ReturnType<typeof preloadOf>> {
  readonly href: string;
  readonly label: string;
  readonly isHere: boolean;
}

function NavLink({ label, isHere, ...rest }: NavLinkProps) {
  return (
    <Link
      {...rest}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'hit inline-flex min-h-9 items-center justify-center rounded-[9px] px-3 font-[500] transition-colors',
        isHere ? 'bg-raise text-text' : 'text-quiet hover:text-text',
      )}
    >
      {label}
    </Link>
  );
}
