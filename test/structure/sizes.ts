import { isTest, type Source } from './sources.ts';
import { isNode, lineAt, nameOf, type Node, parse, visitAll } from './syntax.ts';

const FILE_LINES_MAX = 300;
const TEST_FILE_LINES_MAX = 500;
const FUNCTION_LINES_MAX = 70;

/** Files with more lines than a reader keeps in mind. */
export function longFiles(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    const max = isTest(path) ? TEST_FILE_LINES_MAX : FILE_LINES_MAX;
    return lines > max ? [`${path} has ${lines} lines (at most ${max})`] : [];
  });
}

/** `describe(…, () => { … })` holds tests as a file does; its length says nothing. */
const isGroup = (parent: Node | null): boolean => {
  if (parent?.type !== 'CallExpression' || !isNode(parent['callee'])) return false;
  const callee = parent['callee'];
  return (
    [callee, callee['object'], callee['callee']].some((node) => nameOf(node) === 'describe') ||
    (isNode(callee['callee']) && nameOf(callee['callee']['object']) === 'describe')
  );
};

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression' ||
  type === 'ArrowFunctionExpression';

/** Functions longer than a screen. */
export function longFunctions(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const found: string[] = [];
    visitAll(parse(source), (node, parent) => {
      if (!isFunction(node) || isGroup(parent)) return;
      const first = lineAt(source.text, node.start);
      const lines = lineAt(source.text, node.end) - first + 1;
      const name =
        nameOf(node['id']) ?? nameOf(parent?.['id']) ?? nameOf(parent?.['key']) ?? 'a function';
      if (lines > FUNCTION_LINES_MAX) {
        found.push(
          `${source.path}:${first} ${name} has ${lines} lines (at most ${FUNCTION_LINES_MAX})`,
        );
      }
    });
    return found;
  });
}
