import { importsOf } from './imports.ts';
import { isTest, type Source } from './sources.ts';
import { isNode, lineAt, nameOf, type Node, once, parse, visitAll } from './syntax.ts';

/** Words that some files may not use, and why. */
interface Ban {
  readonly why: string;
  readonly where: (file: string) => boolean;
  /** Globals, e.g. `process`; a variable of the same name is no global. */
  readonly globals?: readonly string[];
  /** Called as functions or methods, e.g. `Number(…)`, `x.toFixed(…)`. */
  readonly calls?: readonly string[];
  /** Members of globals, e.g. `Date.now`. */
  readonly members?: readonly string[];
  /** `new X()` with nothing in the brackets. */
  readonly emptyNew?: readonly string[];
  readonly modules?: RegExp;
}

const under = (folder: string, except?: RegExp) => (file: string) =>
  file.startsWith(folder) && except?.test(file) !== true;

const WORLD = [
  'process',
  'window',
  'document',
  'navigator',
  'localStorage',
  'fetch',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'performance',
  'crypto',
  'console',
  'globalThis',
];

const BANS: readonly Ban[] = [
  {
    why: 'the domain never reads a clock: `now` is an argument',
    where: under('src/domain/'),
    members: ['Date.now'],
    emptyNew: ['Date'],
  },
  {
    why: 'the domain is pure: no chance, no Node, no browser',
    where: under('src/domain/'),
    globals: WORLD,
    members: ['Math.random'],
    modules: /^node:/,
  },
  {
    why: 'money is never a float: use the functions of src/domain/base/money.ts',
    where: under('src/domain/', /^src\/domain\/base\/time\.ts$/), // instants are whole milliseconds
    calls: ['Number', 'parseFloat', 'toFixed', 'toPrecision'],
    members: ['Math.round', 'Math.floor', 'Math.ceil', 'Number.parseFloat'],
  },
  {
    why: 'what a node keeps is one of its parts, or of the object it belongs to',
    where: under('src/server/'),
    emptyNew: ['WeakMap'],
  },
  {
    why: 'money is never a float: amounts travel as decimal strings or integers',
    where: under('src/server/', /\/(prices|metrics|banner)(\/|\.ts$)/),
    calls: ['parseFloat', 'toFixed', 'toPrecision'],
    members: ['Number.parseFloat'],
  },
  {
    why: 'money is never a float: format with src/domain/base/money.ts',
    where: under('src/web/', /(chart|spark|gauge|bar)s?[/.-]/), // lengths on the screen
    calls: ['parseFloat', 'toFixed', 'toPrecision'],
    members: ['Number.parseFloat'],
  },
];

/** Names that a pattern (`x`, `{ a, b: c }`, `[d]`, `e = 1`, `...f`) binds. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  const name = nameOf(pattern);
  if (name !== null) return [name];
  const inner = ['properties', 'elements', 'value', 'left', 'argument', 'parameter'];
  return inner.flatMap((field) => [pattern[field]].flat().flatMap(bound));
}

/** Every name that the file declares anywhere. */
function declared(root: Node): Set<string> {
  const names = new Set<string>();
  visitAll(root, (node) => {
    const params = Array.isArray(node['params']) ? node['params'] : [];
    const patterns = [...params, node['param'], node['local']];
    if (/Declarator$|Declaration$|^(Function|Class)Expression$/.test(node.type))
      patterns.push(node['id']);
    for (const name of patterns.flatMap(bound)) names.add(name);
  });
  return names;
}

/** Whether an identifier is a name in an object or type and no reference to a variable. */
const isLabel = (parent: Node | null, field: string): boolean =>
  (field === 'property' && parent?.['computed'] !== true) ||
  (field === 'key' && parent?.['computed'] !== true && parent?.['shorthand'] !== true) ||
  (field !== 'expression' && parent?.type.startsWith('TS') === true);

/** The words of a file as the bans name them: what is called, which members, which globals. */
const wordsOf = once((source) => {
  const root = parse(source);
  const own = declared(root);
  const words: { kind: keyof Ban; word: string; at: number }[] = [];
  visitAll(root, (node, parent, field) => {
    const at = node.start;
    const object = nameOf(node['object']);
    const property = nameOf(node['property']);
    if (node.type === 'CallExpression' && isNode(node['callee'])) {
      const word = nameOf(node['callee']) ?? nameOf(node['callee']['property']);
      if (word !== null && !own.has(word)) words.push({ kind: 'calls', word, at });
    }
    if (
      node.type === 'MemberExpression' &&
      object !== null &&
      property !== null &&
      !own.has(object)
    ) {
      words.push({ kind: 'members', word: `${object}.${property}`, at });
    }
    if (node.type === 'NewExpression' && [node['arguments']].flat().length === 0) {
      words.push({ kind: 'emptyNew', word: nameOf(node['callee']) ?? '', at });
    }
    const name = nameOf(node);
    if (name !== null && !own.has(name) && !isLabel(parent, field))
      words.push({ kind: 'globals', word: name, at });
  });
  return words;
});

function bannedIn(source: Source, ban: Ban): string[] {
  const found = wordsOf(source).filter(({ kind, word }) => {
    const list = ban[kind];
    return Array.isArray(list) && list.includes(word);
  });
  const modules = importsOf(source).filter(({ to }) => ban.modules?.test(to) === true);
  return [
    ...found.map(({ word, at }) => `${source.path}:${lineAt(source.text, at)} ${word}: ${ban.why}`),
    ...modules.map(({ to, line }) => `${source.path}:${line} ${to}: ${ban.why}`),
  ];
}

/** Uses of banned words, each as one line that names file, line, word and reason. Tests may use them. */
export function bannedWords(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      BANS.filter((ban) => ban.where(source.path)).flatMap((ban) => bannedIn(source, ban)),
    );
}

/** Of programs that are the same on every cluster. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);
/** Texts of base 58 that are as long as an address; one without a digit is a word. */
const ADDRESS = /(['"`])(?=[^'"`]*\d)([1-9A-HJ-NP-Za-km-z]{32,44})\1/g;

/** Addresses in code, but for what is made up anyway: the demo and the gallery. */
export function addressesIn(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path) && !/^src\/web\/(demo|gallery)\//.test(path))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(ADDRESS)]
        .filter(([, , address]) => !EVERYWHERE.has(address ?? ''))
        .map(([, , address]) => `${path} ${address}`),
    );
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
