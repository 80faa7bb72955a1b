/** Kinds of deadlines. A page names the kinds that it covers. */
export const DEADLINE_KINDS = ['bond', 'vault', 'sell'] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** Piece of a page, in plain text without marks. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

/** Text under one heading, which answers one question. The first passage of a page has no heading. */
export interface Passage {
  readonly heading: string | null;
  /** Questions that the passage answers, in users' words. */
  readonly asks: readonly string[];
  readonly blocks: readonly Block[];
}

/** Help page with unfilled figures such as `{{stakingFee}}`. */
export interface Page {
  /** File name without `.md`, also the page's path. */
  readonly slug: string;
  readonly title: string;
  readonly order: number;
  /** Other words for the page's topic. */
  readonly keywords: readonly string[];
  /** Subjects whose plain questions, such as "what is X" and "how do I X", the first passage answers. */
  readonly about: readonly string[];
  /** Refusal codes (`src/domain/base/errors.ts`) that the page explains. */
  readonly codes: readonly string[];
  /** Kinds of deadlines shown with this page to signed-in users. */
  readonly deadlines: readonly DeadlineKind[];
  readonly passages: readonly Passage[];
}

const FRONT = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;
const FIELDS = ['title', 'order', 'keywords', 'about', 'codes', 'deadlines'];

/** Parses a page's markdown. Throws if it is malformed. */
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

/** Parses lines of `name: value`. */
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

/** Hidden line with a question that the passage answers. */
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

/** Parses lines that are all items as a list, other lines as one paragraph. */
function blockOf(text: string): Block {
  const lines = text.split('\n');
  if (!lines.every((line) => ITEM.test(line))) return { kind: 'paragraph', text: lines.join(' ') };
  const items = lines.map((line) => line.replace(ITEM, ''));
  return { kind: 'list', ordered: /^\d/.test(text), items };
}

/** Returns the blocks of a page from top to bottom, with its headings. */
export function blocksOf({ passages }: Page): Block[] {
  return passages.flatMap(({ heading, blocks }) =>
    heading === null ? blocks : [{ kind: 'heading', text: heading }, ...blocks],
  );
}

/** Texts of a block, one per line or item. */
export function textsOf(block: Block): readonly string[] {
  return block.kind === 'list' ? block.items : [block.text];
}

/** Returns the block with each of its texts replaced. */
export function mapBlock(block: Block, change: (text: string) => string): Block {
  return block.kind === 'list'
    ? { ...block, items: block.items.map(change) }
    : { ...block, text: change(block.text) };
}
