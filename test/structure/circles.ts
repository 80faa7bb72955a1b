import { importsOf } from './imports.ts';
import { isTest, type Source } from './sources.ts';

/**
 * Circles among the folders of a room, each as one line that names the imports it is made of: of
 * folders that import each other, neither can be read without the other.
 */
export function folderCircles(sources: readonly Source[], room: string): string[] {
  const folderOf = (file: string): string | null =>
    file.startsWith(room) && file.slice(room.length).includes('/')
      ? (file.slice(room.length).split('/')[0] ?? null)
      : null;
  /** Of each folder, the folders that it imports, with the first import of each. */
  const arrows = new Map<string, Map<string, string>>();
  for (const { from, to } of sources.filter(({ path }) => !isTest(path)).flatMap(importsOf)) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a === null || b === null || a === b) continue;
    const leaving = arrows.get(a) ?? new Map<string, string>();
    arrows.set(a, leaving);
    if (!leaving.has(b)) leaving.set(b, `${from} → ${to}`);
  }
  return [...arrows.keys()].flatMap((folder) => {
    const circle = wayBack(arrows, folder);
    // A circle is told once, by the first of its folders.
    return circle && circle.toSorted()[0] === folder ? [told(arrows, circle)] : [];
  });
}

type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The shortest way from a folder over others back to it; null where there is none. */
function wayBack(arrows: Arrows, folder: string): string[] | null {
  const ways = [[folder]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of arrows.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === folder) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

const told = (arrows: Arrows, circle: readonly string[]): string =>
  circle
    .map((folder, i) => arrows.get(folder)?.get(circle[i + 1] ?? circle[0] ?? '') ?? '')
    .join(', ');
