import { DEFAULT_SETTINGS } from '#domain/terms/settings';
import { DEFAULT_LMT_PRICE, FALLBACK_PRICES } from '#domain/terms/terms';
import { usdPrice } from '#domain/base/money';
import { type Figures, figuresOf, fill } from './figures.ts';
import { loadOffTopic, loadPages } from './load-pages.ts';
import type { HelpModel } from './help-model.ts';
import { blocksOf, textsOf } from './page.ts';
import { HelpSearch } from './search.ts';

/** Sources of the help: its pages, and the language model if one is configured. */
export interface Help {
  readonly search: HelpSearch;
  readonly model: HelpModel | null;
}

export interface HelpParts {
  readonly help: Help;
}

const DEFAULT_FIGURES: Figures = figuresOf({
  settings: DEFAULT_SETTINGS,
  prices: { lmt: DEFAULT_LMT_PRICE, sol: FALLBACK_PRICES['SOL'] ?? usdPrice(0n) },
  pause: null,
  network: 'local',
  nextPriceStep: null,
  till: { treasury: '', treasuryTokenAccount: '' },
});

/** Loads the pages of a folder. Throws if one is malformed or names an unknown figure. */
export async function openHelp(folder: string, model: HelpModel | null): Promise<Help> {
  const [pages, offTopic] = await Promise.all([loadPages(folder), loadOffTopic(folder)]);
  for (const text of pages.flatMap(blocksOf).flatMap(textsOf)) fill(text, DEFAULT_FIGURES);
  return { search: new HelpSearch(pages, offTopic), model };
}
