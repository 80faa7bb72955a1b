/** What can be asked for the deadlines of; a page names the kinds that it speaks about. */
export const DEADLINE_KINDS = ['bond', 'vault', 'sell'] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** A piece of a page: plain text without any marks. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

/** What stands under one heading, and answers one question; the first of a page has no heading. */
export interface Passage {
  readonly heading: string | null;
  /** How people ask for it. */
  readonly asks: readonly string[];
  readonly blocks: readonly Block[];
}

/** A help page, its figures still open: `{{stakingFee}}`. */
export interface Page {
  /** The file's name, which is also the page's address. */
  readonly slug: string;
  readonly title: string;
  /** Where it stands in the list. */
  readonly order: number;
  /** Other words for what it is about. */
  readonly keywords: readonly string[];
  /** Subjects whose plain questions, such as "what is X" and "how do I X", the first passage answers. */
  readonly about: readonly string[];
  /** The refusals (`src/domain/base/errors.ts`) that it explains. */
  readonly codes: readonly string[];
  /** Whose dates are told with it to a signed-in user. */
  readonly deadlines: readonly DeadlineKind[];
  readonly passages: readonly Passage[];
}

const FRONT = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;
const FIELDS = ['title', 'order', 'keywords', 'about', 'codes', 'deadlines'];

/** A page of its markdown; throws where it is not written as pages are. */
export function parsePage(slug: string, markdown: string): Page {
  const wrong = (problem: string): never => {
    throw new Error(`help/${slug}.md ${problem}`);
  };
  const [, front, body] =
    FRONT.exec(markdown.replaceAll('\r\n', '\n')) ?? wrong('has no front matter');
  const fields = fieldsOf(front ?? '');
  for (const name of fields.keys()) if (!FIELDS.includes(name)) wrong(`has an unknown ${name}`);
  const title = fields.get('title');
  const order = Number(fields.get('order'));
  if (title === undefined || !Number.isInteger(order)) return wrong('needs a title and an order');
  const deadlines = listOf(fields, 'deadlines').map(
    (name) => DEADLINE_KINDS.find((kind) => kind === name) ?? wrong(`has odd deadlines: ${name}`),
  );
  const passages = passagesOf(body ?? '');
  if (passages[0]?.heading !== null)
    return wrong('must begin with a text before its first heading');
  return {
    slug,
    title,
    order,
    keywords: listOf(fields, 'keywords'),
    about: listOf(fields, 'about'),
    codes: listOf(fields, 'codes'),
    deadlines,
    passages,
  };
}

/** Lines of `name: value`. */
function fieldsOf(front: string): Map<string, string> {
  const lines = front.split('\n').flatMap((line) => {
    const [, name, value] = /^(\w+):\s*(.+)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return new Map(lines);
}

const listOf = (fields: Map<string, string>, name: string): string[] =>
  fields
    .get(name)
    ?.split(',')
    .map((part) => part.trim()) ?? [];

/** A line that is not shown: a question that the passage answers. */
const ASK = /^\? +/;

function passagesOf(body: string): Passage[] {
  const passages: { heading: string | null; asks: string[]; blocks: Block[] }[] = [];
  for (const chunk of body.split(/\n{2,}|\n(?=#)/).map((text) => text.trim())) {
    const [first = '', ...rest] = chunk.split('\n');
    const [, heading] = /^#+ (.+)$/.exec(first) ?? [];
    if (heading !== undefined) passages.push({ heading, asks: [], blocks: [] });
    const lines = heading === undefined ? [first, ...rest] : rest;
    const text = lines
      .filter((line) => !ASK.test(line))
      .join('\n')
      .trim();
    if (chunk !== '' && passages.length === 0)
      passages.push({ heading: null, asks: [], blocks: [] });
    passages
      .at(-1)
      ?.asks.push(...lines.filter((line) => ASK.test(line)).map((line) => line.replace(ASK, '')));
    if (text !== '') passages.at(-1)?.blocks.push(blockOf(text));
  }
  return passages;
}

const ITEM = /^(?:-|\d+\.) +/;

/** Lines that all begin an item are a list; anything else is one paragraph. */
function blockOf(text: string): Block {
  const lines = text.split('\n');
  if (!lines.every((line) => ITEM.test(line))) return { kind: 'paragraph', text: lines.join(' ') };
  const items = lines.map((line) => line.replace(ITEM, ''));
  return { kind: 'list', ordered: /^\d/.test(text), items };
}

/** The page from top to bottom. */
export function blocksOf({ passages }: Page): Block[] {
  return passages.flatMap(({ heading, blocks }) =>
    heading === null ? blocks : [{ kind: 'heading', text: heading }, ...blocks],
  );
}

/** Texts of a block, one per line or item. */
export function textsOf(block: Block): readonly string[] {
  return block.kind === 'list' ? block.items : [block.text];
}

/** The block with each of its texts replaced. */
export function mapBlock(block: Block, change: (text: string) => string): Block {
  return block.kind === 'list'
    ? { ...block, items: block.items.map(change) }
    : { ...block, text: change(block.text) };
}
