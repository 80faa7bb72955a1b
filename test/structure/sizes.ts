import { isTest, type Source } from './sources.ts';
import { isNode, lineAt, nameOf, type Node, parse, visitAll } from './syntax.ts';

const FILE_LINES_MAX = 300;
const TEST_FILE_LINES_MAX = 500;
const FUNCTION_LINES_MAX = 70;
const TEST_LINES_MAX = 120;
const FOLDER_FILES_MAX = 30;

/** Files with more lines than a reader keeps in mind. */
export function longFiles(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const max = isTest(path) ? TEST_FILE_LINES_MAX : FILE_LINES_MAX;
    return lines > max ? [`${path} has ${lines} lines (at most ${max})`] : [];
  });
}

/** Folders under `src` and `packages` with more source files than a reader takes in at a glance. */
export function fullFolders(sources: readonly Pick<Source, 'path'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    if (isTest(path) || !/^(src|packages)\//.test(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, files]) => files > FOLDER_FILES_MAX)
    .map(([folder, files]) => `${folder} holds ${files} files (at most ${FOLDER_FILES_MAX})`);
}

/** What a function is handed to: 'describe' in `describe.skipIf(true)('x', () => {})`, else ''. */
function receiver(parent: Node | null): string {
  if (parent?.type !== 'CallExpression') return '';
  let callee: unknown = parent['callee'];
  while (isNode(callee) && nameOf(callee) === null) callee = callee['object'] ?? callee['callee'];
  return nameOf(callee) ?? '';
}

/** A group of tests is as long as its tests; a test may tell a longer story than a function may. */
function linesMax(parent: Node | null): number {
  const name = receiver(parent);
  if (name === 'describe' || name === 'onEachDatabase' || name === 'onOneDatabase')
    return Number.POSITIVE_INFINITY;
  return name === 'test' || name === 'it' ? TEST_LINES_MAX : FUNCTION_LINES_MAX;
}

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression' ||
  type === 'ArrowFunctionExpression';

/** Functions longer than a screen. */
export function longFunctions(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const found: string[] = [];
    visitAll(parse(source), (node, parent) => {
      if (!isFunction(node)) return;
      const max = linesMax(parent);
      const lines = source.text.slice(node.start, node.end).split('\n').length;
      if (lines <= max) return;
      const name =
        nameOf(node['id']) ?? nameOf(parent?.['id']) ?? nameOf(parent?.['key']) ?? 'a function';
      const first = lineAt(source.text, node.start);
      found.push(`${source.path}:${first} ${name} has ${lines} lines (at most ${max})`);
    });
    return found;
  });
}
