import { importsOf } from './imports.ts';
import { isTest, type Source } from './sources.ts';

/** Arrows among nodes, each with the nodes that it leads to. */
type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsAmong(sources: readonly Source[], nodeOf: (file: string) => string | null): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const i of sources.filter(({ path }) => !isTest(path)).flatMap(importsOf)) {
    const [from, to] = [nodeOf(i.from), i.ours ? nodeOf(i.to) : null];
    if (from === null || to === null || from === to) continue;
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

/** A shortest way back to where it started, or null. */
function wayBack(start: string, arrows: Arrows): string[] | null {
  const came = new Map<string, string>();
  const open = [start];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const next of arrows.get(node) ?? []) {
      if (came.has(next)) continue;
      came.set(next, node);
      if (next === start) {
        const way = [start];
        for (let at = node; at !== start; at = came.get(at) ?? start) way.unshift(at);
        return [start, ...way];
      }
      open.push(next);
    }
  }
  return null;
}

const circlesIn = (arrows: Arrows): string[] =>
  [...arrows.keys()].toSorted().flatMap((node) => {
    const way = wayBack(node, arrows);
    return way === null ? [] : [way.join(' → ')];
  });

/** Files under a folder from which imports, those of types included, lead back to the file itself. */
export function fileCircles(folder: string, sources: readonly Source[]): string[] {
  return circlesIn(arrowsAmong(sources, (file) => (file.startsWith(folder) ? file : null)));
}
