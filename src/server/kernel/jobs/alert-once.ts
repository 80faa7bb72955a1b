import type { Parts } from '../parts.ts';

const REMEMBERED_MAX = 1_000;

/** An alert that a job would repeat at every turn is raised once, for as long as its reason stays the same. */
export function alertOnce(alert: Parts['alert']): Parts['alert'] {
  const told = new Set<string>();
  return (what, details) => {
    const key = JSON.stringify([what, details], (_key, value: unknown) =>
      value instanceof Error ? String(value) : value,
    );
    if (told.has(key)) return;
    if (told.size >= REMEMBERED_MAX) told.clear();
    told.add(key);
    alert(what, details);
  };
}
