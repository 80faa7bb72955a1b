import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Brand } from './brand.tsx';
import { Nav } from './nav.tsx';
import { NetworkPill } from './network-pill.tsx';
import { PricePill } from './price-pill.tsx';
import { useTheme } from './theme.ts';

/** On a phone the pills and the theme are in the footer: the header keeps to one line. */
export function Header() {
  const [theme, setTheme] = useTheme();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground/86 backdrop-blur-md">
      <div className="wrap flex h-[60px] items-center gap-3 wide:gap-5">
        <Brand />
        <Nav />
        <div className="ml-auto hidden items-center gap-3 wide:flex">
          <NetworkPill />
          <PricePill />
          <ThemeSwitch value={theme} onChange={setTheme} />
        </div>
      </div>
    </header>
  );
}
