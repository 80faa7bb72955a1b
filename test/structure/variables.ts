/** A variable of the environment and its default; empty where it has none. */
export type Defaults = ReadonlyMap<string, string>;

/** The rows of README's table; a cell that begins with code marks holds one default for each name. */
export function tableDefaults(readme: string): Defaults {
  const rows = [...readme.matchAll(/^\| (`[A-Z][A-Z_]+`(?:, `[A-Z_]+`)*) \| ([^|]+) \|/gm)];
  const marked = (text: string): string[] =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  return new Map(
    rows.flatMap(([, names = '', cell = '']) => {
      const values = cell.startsWith('`') ? marked(cell) : [];
      return marked(names).map((name, at): [string, string] => [name, values[at] ?? '']);
    }),
  );
}

/** The lines of .env.example, each commented out: `# NAME=default`. */
export function exampleDefaults(example: string): Defaults {
  const lines = [...example.matchAll(/^# ([A-Z][A-Z_]+)=(.*)$/gm)];
  return new Map(lines.map(([, name = '', value = '']) => [name, value]));
}

/** The names that a program text looks up: `text(env, 'NAME')`. */
export function namesRead(source: string): string[] {
  const names = [...source.matchAll(/\benv,\s*'([A-Z][A-Z_]+)'/g)].map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}
