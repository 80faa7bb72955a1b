import { Link } from 'wouter';

import { buttonClass } from '../ui/forms/button-class.ts';
import { texts } from '../texts/texts.ts';
import { ThemeSwitch } from '../ui/forms/theme-switch.tsx';
import { NetworkPill } from './network-pill.tsx';
import { PricePill } from './price-pill.tsx';
import { useTheme } from './theme.ts';

/** What the header has no room for on a phone. */
export function Footer() {
  const [theme, setTheme] = useTheme();
  return (
    <footer className="border-t border-line wide:hidden">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 pt-4 pb-20">
        <div className="flex flex-wrap gap-2">
          <NetworkPill />
          <PricePill />
        </div>
        <div className="flex items-center gap-2">
          <Link href="/admin" className={buttonClass({ tone: 'quiet', size: 'sm' })}>
            {texts.app.admin}
          </Link>
          <ThemeSwitch value={theme} onChange={setTheme} />
        </div>
      </div>
    </footer>
  );
}
