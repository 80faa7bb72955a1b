import { expect, test } from 'vitest';
import { parsePage } from './page.ts';
import { HelpSearch } from './search.ts';

const page = (slug: string, title: string, body: string, front = '') =>
  parsePage(slug, `---\ntitle: ${title}\norder: 1\n${front}\n---\n${body}`);

const PAGES = [
  page('bonding', 'What bonding is', 'You pay SOL and claim LMT.\n\n## Undo\nNo bond is undone.'),
  page(
    'wallets',
    'Wallet errors',
    "- 'Connection was rejected. Please approve it.': you declined.\n- 'Unlock it': locked.",
    'codes: SIGNATURE_INVALID',
  ),
  page('safety', 'Safety', 'Keep the phrase on paper, and no photo of a computer screen.'),
];
const ELSEWHERE = ['my grandmother likes gardening', 'a photo album for Chile', 'piano lessons'];
const search = new HelpSearch(PAGES, new Map(), ELSEWHERE);
const slugOf = (question: string): string | null => search.find(question).page?.slug ?? null;

test('of a story, the part that names something of ours is answered', () => {
  const story = 'My grandmother gave gardening lessons in Argentina, and what is bonding claim';
  expect(slugOf(story)).toBe('bonding');
  expect(slugOf('My grandmother gave gardening lessons in Argentina, and in Chile')).toBeNull();
});

test('a quoted sentence of a message decides, whatever stands around it', () => {
  const said = 'yesterday evening grandmother saw Connection was rejected whilst gardening';
  expect(slugOf(said)).toBe('wallets');
});

test('a few words that anybody may say quote no message', () => {
  expect(slugOf('Unlock it: what does bonding claim')).toBe('bonding');
});

test('the code of a refusal finds the page that explains it', () => {
  expect(slugOf('grandmother SIGNATURE_INVALID Argentina')).toBe('wallets');
});

test('a question that names nothing of ours must be covered better', () => {
  expect(slugOf('computer photo album')).toBeNull();
  expect(slugOf('computer photo bond')).not.toBeNull();
});

test('the passage that answers comes first', () => {
  const [first] = search.find('can a bond be undone').passages;
  expect(first?.heading).toBe('Undo');
});

test('a page that asks for a figure that there is not is refused at once', () => {
  const broken = page('broken', 'Broken', 'It costs {{noSuchFee}}.');
  expect(() => new HelpSearch([...PAGES, broken], new Map(), ELSEWHERE)).toThrow('noSuchFee');
});

test('asked before it is prepared, while it is, or afterwards, it answers the same', async () => {
  const question = 'what does bonding claim';
  const other = new HelpSearch(PAGES, new Map(), ELSEWHERE);
  const preparing = other.prepare();
  expect(other.find(question)).toEqual(search.find(question));
  await preparing;
  const ready = new HelpSearch(PAGES, new Map(), ELSEWHERE);
  await ready.prepare();
  expect(ready.find(question)).toEqual(search.find(question));
});
