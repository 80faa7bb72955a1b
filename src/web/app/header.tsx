import { ThemeSwitch } from '../kernel/ui/forms/theme-switch.tsx';
import { NetworkPill } from './network-pill.tsx';
import { PricePill } from './price-pill.tsx';
import { useTheme } from './theme.ts';
import { WalletControl } from './wallet/wallet-control.tsx';
import { Link, useLocation } from 'wouter';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { lazy, useState } from 'react';
import { LazyBoundary } from '../kernel/ui/overlays/lazy-boundary.tsx';
import { whenIdle } from '../kernel/ui/cards/when-idle.ts';
import { cx } from '../kernel/ui/format/cx.ts';
import { preloadOf } from './tab-pages.ts';
import { TABS, useTab } from './tabs.ts';

/** On a phone the tabs are at the bottom and the rest in the footer: the header keeps to one line. */
export function Header() {
  const [theme, setTheme] = useTheme();
  return (
    <header className="sticky top-(--above,0px) z-20 border-b border-line bg-ground/95 backdrop-blur-md">
      <div className="wrap flex min-h-[60px] items-center gap-x-3 max-tight:flex-wrap wide:gap-5">
        <Brand />
        <Nav />
        <div className="ml-auto flex min-w-0 items-center justify-end gap-x-3 gap-y-1 max-tight:flex-wrap">
          <div className="hidden shrink-0 items-center gap-3 whitespace-nowrap roomy:flex">
            <NetworkPill />
            <PricePill />
            <ThemeSwitch value={theme} onChange={setTheme} />
          </div>
          <AssistantSlot />
          <WalletControl />
        </div>
      </div>
    </header>
  );
}

function Brand() {
  return (
    <Link
      href="/"
      className="hit flex shrink-0 items-center gap-2.5 rounded-lg text-md font-[650] tracking-[-0.01em]"
    >
      <svg aria-hidden viewBox="0 0 24 24" fill="none" className="size-6">
        <path d="M12 1.8 21 7v10l-9 5.2L3 17V7z" stroke="var(--accent)" strokeWidth="1.6" />
        <path d="M12 6.6 16.8 12 12 17.4 7.2 12z" fill="var(--accent)" />
      </svg>
      {texts.app.name}
    </Link>
  );
}

const Assistant = lazy(async () => {
  await whenIdle();
  return import('../help/assistant.tsx');
});

/** The help button on every page, in a place of its own size; its code comes after everything else. */
function AssistantSlot() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <span ref={setSlot} className="size-9 shrink-0 pointer-coarse:size-11" />
      {slot && (
        <LazyBoundary>
          <Assistant slot={slot} />
        </LazyBoundary>
      )}
    </>
  );
}

/** The tabs in the header; on a phone they are at the bottom, in reach of the thumb. */
function Nav() {
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
