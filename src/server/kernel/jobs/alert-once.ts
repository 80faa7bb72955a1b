import type { Parts } from '../parts.ts';

const REMEMBERED_MAX = 1_000;

/** Wraps an alert function so that it raises each alert with the same details once. */
export function alertOnce(alert: Parts['alert']): Parts['alert'] {
  const raised = new Set<string>();
  return (what, details) => {
    const key = JSON.stringify([what, details], (_key, value: unknown) =>
      value instanceof Error ? String(value) : value,
    );
    if (raised.has(key)) return;
    if (raised.size >= REMEMBERED_MAX) raised.clear();
    raised.add(key);
    alert(what, details);
  };
}
