import { ThemeSwitch } from '../ui/forms/theme-switch.tsx';
import { AssistantSlot } from './assistant-slot.tsx';
import { Brand } from './brand.tsx';
import { Nav } from './nav.tsx';
import { NetworkPill } from './network-pill.tsx';
import { PricePill } from './price-pill.tsx';
import { useTheme } from './theme.ts';
import { WalletControl } from './wallet-control.tsx';

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
