import { importsOf } from './imports.ts';
import { isTest, type Source } from './sources.ts';

/**
 * Circles among the folders of a room, each as one line that names the imports it is made of: of
 * folders that import each other, neither can be read without the other.
 */
export function folderCircles(sources: readonly Source[], room: string): string[] {
  return circles(sources, (file) =>
    file.startsWith(room) && file.slice(room.length).includes('/')
      ? (file.slice(room.length).split('/')[0] ?? null)
      : null,
  );
}

/** Circles among the files of a room, imports of types included. */
export function fileCircles(sources: readonly Source[], room: string): string[] {
  return circles(sources, (file) => (file.startsWith(room) ? file : null));
}

/** Of each node, the nodes that it imports, with the first import of each. */
type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>;

function circles(sources: readonly Source[], nodeOf: (file: string) => string | null): string[] {
  const arrows = new Map<string, Map<string, string>>();
  for (const { from, to } of sources.filter(({ path }) => !isTest(path)).flatMap(importsOf)) {
    const [a, b] = [nodeOf(from), nodeOf(to)];
    if (a === null || b === null || a === b) continue;
    const leaving = arrows.get(a) ?? new Map<string, string>();
    arrows.set(a, leaving);
    if (!leaving.has(b)) leaving.set(b, `${from} → ${to}`);
  }
  return [...arrows.keys()].flatMap((node) => {
    const circle = wayBack(arrows, node);
    // A circle is told once, by the first of its nodes.
    return circle && circle.toSorted()[0] === node ? [told(arrows, circle)] : [];
  });
}

/** The shortest way from a node over others back to it; null where there is none. */
function wayBack(arrows: Arrows, node: string): string[] | null {
  const ways = [[node]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of arrows.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === node) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

const told = (arrows: Arrows, circle: readonly string[]): string =>
  circle.map((node, i) => arrows.get(node)?.get(circle[i + 1] ?? circle[0] ?? '') ?? '').join(', ');
