import path from 'node:path';

import { isNode, lineAt, type Node, once, parse, visitAll } from './syntax.ts';

/** One import, re-export, `import()` or `import('…')` type. */
export interface Import {
  readonly from: string;
  readonly line: number;
  /** A path from the root for a file of ours, else the package's specifier. */
  readonly to: string;
  readonly ours: boolean;
  /** Gone at run time. `import { type X }` is not: the module is still loaded. */
  readonly typeOnly: boolean;
}

const ALIAS = /^#(domain|contract|server)\/(.+)$/;
const IN_PACKAGE = /^#(localnet|proof)\/(.+)$/;

/** Where a specifier leads, as package.json's `imports` and relative paths say. */
function resolve(from: string, specifier: string): { to: string; ours: boolean } {
  const alias = ALIAS.exec(specifier);
  if (alias !== null) return { to: `src/${alias[1]}/${alias[2]}.ts`, ours: true };
  const inPackage = IN_PACKAGE.exec(specifier);
  if (inPackage !== null)
    return { to: `packages/${inPackage[1]}/src/${inPackage[2]}.ts`, ours: true };
  if (specifier.startsWith('#web/')) return { to: `src/web/${specifier.slice(5)}`, ours: true };
  if (specifier.startsWith('#test/')) return { to: `test/${specifier.slice(6)}.ts`, ours: true };
  if (!specifier.startsWith('.')) return { to: specifier, ours: false };
  return { to: path.posix.join(path.posix.dirname(from), specifier), ours: true };
}

const STATEMENTS = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function specifierOf(node: Node): string | null {
  const literal = node['source'] ?? node['argument'];
  if (!isNode(literal)) return null;
  const value = isNode(literal['literal']) ? literal['literal']['value'] : literal['value'];
  return typeof value === 'string' ? value : null;
}

/** All that a file imports. */
export const importsOf = once((source): readonly Import[] => {
  const found: Import[] = [];
  visitAll(parse(source), (node) => {
    if (!STATEMENTS.has(node.type)) return;
    const specifier = specifierOf(node);
    if (specifier === null) return;
    const typeOnly =
      node.type === 'TSImportType' ||
      node['importKind'] === 'type' ||
      node['exportKind'] === 'type';
    const line = lineAt(source.text, node.start);
    found.push({ from: source.path, line, ...resolve(source.path, specifier), typeOnly });
  });
  return found;
});

/** Everything that loading a file loads, ours and packages alike, itself included. */
export function loadedBy(
  file: string,
  imports: ReadonlyMap<string, readonly Import[]>,
): Set<string> {
  const loaded = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (loaded.has(next)) continue;
    loaded.add(next);
    open.push(...(imports.get(next) ?? []).filter((i) => !i.typeOnly).map((i) => i.to));
  }
  return loaded;
}
