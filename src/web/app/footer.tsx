import { Link } from 'wouter';

import { cx } from '../ui/format/cx.ts';
import { buttonClass } from '../ui/forms/button-class.ts';
import { texts } from '../texts/texts.ts';
import { ThemeSwitch } from '../ui/forms/theme-switch.tsx';
import { NetworkPill } from './network-pill.tsx';
import { PricePill } from './price-pill.tsx';
import { useTheme } from './theme.ts';

/** What the header has no room for on a phone or a tablet. */
export function Footer() {
  const [theme, setTheme] = useTheme();
  return (
    <footer className="border-t border-line roomy:hidden">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-4">
        <div className="flex flex-wrap gap-2">
          <NetworkPill />
          <PricePill />
        </div>
        <div className="flex items-center gap-2">
          <Link
            href="/admin"
            className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), 'wide:hidden')}
          >
            {texts.app.admin}
          </Link>
          <ThemeSwitch value={theme} onChange={setTheme} />
        </div>
      </div>
    </footer>
  );
}
