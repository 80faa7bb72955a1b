import { parseSync } from 'rolldown/utils';

import type { Source } from './sources.ts';

/** A node of the syntax tree (ESTree with TypeScript), as far as the checks look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Works something out of each file once. */
export function once<T>(workOut: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, { readonly value: T }>();
  return (source) => {
    const kept = known.get(source) ?? { value: workOut(source) };
    known.set(source, kept);
    return kept.value;
  };
}

/** The syntax tree of a file. TypeScript 7 has no parser to call; the bundler's does the same. */
export const parse = once((source): Node => {
  const { program, errors } = parseSync(source.path, source.text);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${source.path}: ${error.message}`);
  const root: unknown = program;
  if (!isNode(root)) throw new TypeError(`${source.path}: no syntax tree`);
  return root;
});

const ROOT = { parent: null, field: '' };

/** Calls `visit` for each node, outermost first, with the node that holds it and the field's name. */
export function visitAll(
  node: Node,
  visit: (node: Node, parent: Node | null, field: string) => void,
  { parent, field }: { readonly parent: Node | null; readonly field: string } = ROOT,
): void {
  visit(node, parent, field);
  for (const name in node) {
    const value = node[name];
    if (Array.isArray(value)) {
      for (const inner of value)
        if (isNode(inner)) visitAll(inner, visit, { parent: node, field: name });
    } else if (isNode(value)) visitAll(value, visit, { parent: node, field: name });
  }
}

/** The line on which a place in the text is, from 1. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;

/** The name of an identifier, or null for any other node. */
export const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string'
    ? node['name']
    : null;
