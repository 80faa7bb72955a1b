import { Coins, Gem, History, Info, LayoutDashboard, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { cx } from '../kernel/ui/format/cx.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { preloadOf } from './tab-pages.ts';
import { TABS, useTab, type TabId } from './tabs.ts';

const ICONS: Readonly<Record<TabId, ReactNode>> = {
  dashboard: <LayoutDashboard aria-hidden />,
  bond: <Gem aria-hidden />,
  stake: <Lock aria-hidden />,
  sell: <Coins aria-hidden />,
  history: <History aria-hidden />,
  info: <Info aria-hidden />,
};

/** The tabs on a phone; the way to the owner's dashboard is in the footer. */
export function BottomBar() {
  const tab = useTab();
  return (
    <nav
      aria-label={texts.app.menu}
      className="sticky bottom-0 z-20 border-t border-line bg-ground/97 pb-[env(safe-area-inset-bottom)] backdrop-blur-md wide:hidden"
    >
      <div className="flex">
        {TABS.map(({ id, href, label }) => (
          <BarLink key={id} {...{ id, href, label }} isHere={id === tab} />
        ))}
      </div>
    </nav>
  );
}

interface BarLinkProps {
  readonly id: TabId;
  readonly href: string;
  readonly label: string;
  readonly isHere: boolean;
}

function BarLink({ id, href, label, isHere }: BarLinkProps) {
  return (
    <Link
      href={href}
      {...preloadOf(id)}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'grid min-h-14 min-w-0 flex-1 place-content-center justify-items-center gap-0.5 text-[0.65rem] font-[550] max-[350px]:text-[0.58rem] min-[420px]:text-xs [&_svg]:size-5',
        isHere ? 'text-text [&_svg]:text-accent' : 'text-quiet',
      )}
    >
      {ICONS[id]}
      {/* Where the text is so large that six words have no room, the icons say it. */}
      <span className="max-tight:sr-only">{label}</span>
    </Link>
  );
}
