import type { HelpAnswer, HelpTopic } from '#contract/help/help';
import { caughtUpSeller } from '#domain/sells/sell-request';
import { catchUpAll } from '#domain/vaults/vault-catch-up';
import type { Caller } from '../kernel/guards/session.ts';
import { deadlinesOf } from './user-deadlines.ts';
import { type Figures, fill } from './figures.ts';
import type { Page, Passage } from './page.ts';
import { plainText, formatDeadlines } from './format-text.ts';
import type { Found } from './search.ts';
import { sellStatusText } from './sell-status.ts';
import type { HelpParts } from './help.ts';
import type { Parts } from '../kernel/parts.ts';
import { bondsOf } from '../bonds/bond-queries.ts';
import { sellerFacts } from '../sells/sell-facts.ts';
import { sellsOf } from '../sells/sell-queries.ts';
import { countToday } from '../kernel/sessions/sign-in-queries.ts';
import { vaultsOf } from '../vaults/vault-queries.ts';
import { readFigures } from './read-help.ts';

/** Topics offered if no page is near the question. */
const FIRST_TOPICS = ['connect-wallet', 'bonding', 'staking', 'apy', 'selling', 'treasury'];
/** Slug of the page on refused sells. Its answer begins with the asker's own reason. */
const SELL_REFUSED = 'sell-errors';
/** Maximum passages of the page that are sent to the language model. */
const PASSAGES_MAX = 3;
/** Limit of all nodes together. Above it, the page's own text is returned. */
const MODEL_CALLS_PER_DAY = 2_000;

/** Returns the best answer of the help pages in plain text, or says that they have none. */
export async function askHelp(
  parts: Pick<Parts, 'database' | 'rules' | 'network' | 'chain'> & HelpParts,
  caller: Caller | null,
  { question }: { readonly question: string },
): Promise<HelpAnswer> {
  const { search, model } = parts.help;
  const found = search.find(question);
  if (!found.page) return unknown(parts, found);
  const figures = await readFigures(parts);
  const [best] = found.passages;
  const reply =
    model && (await takeModelCall(parts)) ? await model(question, sourcesOf(found, figures)) : null;
  const answer = reply ?? (best ? textOf(best, figures) : found.page.title);
  const first = caller && found.page.slug === SELL_REFUSED ? await ownSell(parts, caller) : null;
  const own = caller && (await ownDeadlines(parts, caller, found.page));
  return {
    answer: [first, answer, own].filter((part) => part !== null).join('\n\n'),
    page: topicOf(found.page),
    topics: found.near.map(topicOf),
  };
}

/** Counts a call of the model, which may cost money. Returns false if today's calls are used up. */
const takeModelCall = async ({ database }: Pick<Parts, 'database'>): Promise<boolean> =>
  (await countToday(database, 'help-model')) <= MODEL_CALLS_PER_DAY;

const topicOf = ({ slug, title }: Page): HelpTopic => ({ slug, title });

const textOf = ({ blocks }: Passage, figures: Figures): string => fill(plainText(blocks), figures);

function unknown({ help }: HelpParts, { near }: Found): HelpAnswer {
  const first = help.search.pages.filter(({ slug }) => FIRST_TOPICS.includes(slug));
  const topics = (near.length > 0 ? near : first).map(topicOf);
  const names = topics.map(({ title }) => `• ${title}`).join('\n');
  const answer = `I don't know the answer to that: I can tell only what stands in the help pages of this app. The nearest topics are:\n${names}`;
  return { answer, page: null, topics };
}

/** Returns the passages found, each under its title. The language model receives nothing else. */
function sourcesOf({ page, passages, near }: Found, figures: Figures): string[] {
  const sources = passages
    .slice(0, PASSAGES_MAX)
    .map((passage) => ({ title: passage.heading ?? page?.title ?? '', passage }));
  const beside = near.flatMap(({ title, passages: [passage] }) =>
    passage ? [{ title, passage }] : [],
  );
  return [...sources, ...beside].map(
    ({ title, passage }) => `${title}\n${textOf(passage, figures)}`,
  );
}

/** Returns whether the caller can sell right now, and if not, why. */
async function ownSell(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: Caller,
): Promise<string | null> {
  const [facts] = await sellerFacts.read(database, [userId]);
  if (!facts) return null;
  const { terms } = await rules.at(facts.termsVersion);
  return sellStatusText(caughtUpSeller(facts, { terms }).seller, terms, facts.now);
}

/** Returns those of the caller's deadlines that the matched help page is about. */
async function ownDeadlines(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId, now, termsVersion }: Caller,
  { deadlines }: Page,
): Promise<string | null> {
  if (deadlines.length === 0) return null;
  const { terms } = await rules.at(termsVersion);
  const [bonds, vaults, sells] = await Promise.all([
    bondsOf(database, userId),
    vaultsOf(database, userId),
    sellsOf(database, userId),
  ]);
  const holder = { bonds, vaults: catchUpAll(vaults, terms, now).next, sells };
  return formatDeadlines(deadlinesOf(holder, terms, now), deadlines, now);
}
