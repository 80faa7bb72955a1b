import type { HelpPage, HelpTopic } from '#contract/help/help';
import { pauseAt } from '#domain/terms/pause';
import { lmtPriceAt, nextStepAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { settingsAt } from '#domain/terms/terms';
import { type Figures, figuresOf, fill } from './figures.ts';
import { blocksOf, mapBlock } from './page.ts';
import type { HelpParts } from './help.ts';
import type { Parts } from '../kernel/parts.ts';

export async function readFigures({
  rules,
  network,
  chain,
}: Pick<Parts, 'rules' | 'network' | 'chain'>): Promise<Figures> {
  const { now, sol, terms, lmtPrices } = await rules.inForce();
  return figuresOf({
    settings: settingsAt(terms, now),
    prices: { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price },
    pause: pauseAt(terms.pauses, now),
    network,
    nextPriceStep: nextStepAt(lmtPrices, now),
    till: chain.till,
  });
}

/** Returns all help pages in reading order. */
export function listHelpPages({ help }: HelpParts): HelpTopic[] {
  return help.search.pages.map(({ slug, title }) => ({ slug, title }));
}

export async function readHelpPage(
  parts: Pick<Parts, 'rules' | 'network' | 'chain'> & HelpParts,
  { slug }: { readonly slug: string },
): Promise<Result<HelpPage>> {
  const page = parts.help.search.pages.find((one) => one.slug === slug);
  if (!page) return refuse('NOT_FOUND', { what: 'Help page' });
  const figures = await readFigures(parts);
  const blocks = blocksOf(page).map((block) => mapBlock(block, (text) => fill(text, figures)));
  return ok({ slug, title: page.title, blocks });
}
