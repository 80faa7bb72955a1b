import { useTheme } from '../app/theme.ts';
import { HintLayer } from '../kernel/ui/overlays/hint-layer.tsx';
import { ThemeSwitch } from '../kernel/ui/forms/theme-switch.tsx';
import { Toaster } from '../kernel/ui/overlays/toaster.tsx';
import { Actions } from './actions.tsx';
import { Cards } from './cards.tsx';
import { Figures } from './figures.tsx';
import { Forms } from './forms.tsx';
import { Marks } from './marks.tsx';
import { Overlays } from './overlays.tsx';
import { Pictures } from './pictures.tsx';
import { StepsAndStrips } from './steps-and-strips.tsx';
import { Tables } from './tables.tsx';
import { TabSets } from './tab-sets.tsx';

/** Every component in every state, for development and for the tests that look at them. */
export function Gallery() {
  const [theme, setTheme] = useTheme();
  return (
    <main className="wrap grid gap-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">Components</h1>
        <ThemeSwitch value={theme} onChange={setTheme} />
      </header>
      <StepsAndStrips />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <Actions />
        <Marks />
        <Figures />
        <Forms />
        <Pictures />
        <TabSets />
        <Tables />
        <Overlays />
      </div>
      <Cards />
      <HintLayer />
      <Toaster />
    </main>
  );
}
