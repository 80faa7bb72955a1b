import { expect, test } from 'vitest';
import { parsePage } from './page.ts';
import { HelpSearch } from './search.ts';

const page = (slug: string, front: string, body: string) =>
  parsePage(slug, `---\n${front}\norder: 1\n---\n${body}`);

const PAGES = [
  page(
    'bonding',
    'title: What bonding is',
    '? how do I get LMT\n? can I pay with SOL\n\nYou pay SOL and claim LMT.\n\n## Undo\nNo bond is undone.',
  ),
  page(
    'wallets',
    'title: Wallet errors\ncodes: SIGNATURE_INVALID',
    "? my wallet does not connect\n\nUnlock it.\n\n## Messages\n- 'Connection was rejected. Please approve it.': you declined.\n- 'Wallet not found': install one.",
  ),
  page(
    'fees',
    'title: All that you pay\nabout: bonding fee',
    '? what do you charge\n? what is the network fee beside the other fees\n? network fee\n\nBonding is free.\n\n## Bonding fee\nNo bonding fee.\n\n## Network fee: what Solana takes\nA little SOL.',
  ),
  page('safety', 'title: Safety', '? is it safe here\n\nKeep the phrase on paper.'),
];
const OFF_TOPIC = ['my grandmother likes gardening', 'a photo album for Chile', 'piano lessons'];
const search = new HelpSearch(PAGES, OFF_TOPIC);
const slugOf = (question: string): string | null => search.find(question).page?.slug ?? null;

test.each([
  ['how can I get some LMT', 'bonding'],
  ['my walet dosnt conect', 'wallets'],
  ['Connection was rejected', 'wallets'],
  ['what does SIGNATURE_INVALID mean', 'wallets'],
  ['are my coins SAFE', 'safety'],
  ['gardening lessons in Chile', null],
  ['', null],
  ['?!', null],
])('%s: %s', (question, slug) => {
  expect(slugOf(question)).toBe(slug);
});

test('the best passage comes first, and of explained messages the one in the question', () => {
  const first = (question: string) => search.find(question).passages[0];
  expect(first('undo a bond')?.heading).toBe('Undo');
  expect(first('it says wallet not found')?.blocks).toEqual([
    { kind: 'paragraph', text: "'Wallet not found': install one." },
  ]);
});

test('a plain question about a page’s subject is answered by the page’s first passage', () => {
  const { page: best, passages, near } = search.find('What is the fee for bonding?');
  expect(best?.slug).toBe('fees');
  expect(passages[0]?.heading).toBeNull();
  expect(near).not.toContain(best);
});

test('a passage whose heading begins with the subject comes first', () => {
  const { passages } = search.find('What is the network fee?');
  expect(passages[0]?.heading).toBe('Network fee: what Solana takes');
});

test('the next best pages are near, without the answering page', () => {
  const { page: best, near } = search.find('wallet safe to pay with');
  expect(best).not.toBeNull();
  expect(near).not.toContain(best);
  expect(near.length).toBeGreaterThan(0);
});

test('the same pages always give the same answers', () => {
  const again = new HelpSearch(PAGES, OFF_TOPIC);
  expect(again.find('can I pay for LMT')).toEqual(search.find('can I pay for LMT'));
});
