/** A column of a table and its type. */
type Column = readonly [name: string, type: string];

/** Rows as they travel: only the values, in the order of their columns; null where there are none. */
export type JsonRows = readonly (readonly unknown[])[] | null;

/**
 * An expression that gives the rows of a query as one JSON value, so that several lists come in one
 * round trip; null where there are none. Whole numbers travel as text, since JSON would round them.
 */
export function jsonRows(columns: readonly Column[], alias: string, from: string): string {
  const selected = columns.map(([name, type]) =>
    type === 'bigint' || type === 'numeric' ? `${alias}.${name}::text` : `${alias}.${name}`,
  );
  return `(select json_agg(json_build_array(${selected.join(', ')})) ${from})`;
}

const READERS: { readonly [type: string]: ((text: string) => unknown) | undefined } = {
  bigint: BigInt,
  timestamptz: Date.parse,
};

/** Reads such rows as the database itself would give them: exact integers, instants as milliseconds. */
export function rowReader<Row>(columns: readonly Column[]): (json: JsonRows) => Row[] {
  const fields = columns.map(([name, type]) => ({
    name: name.replaceAll('"', ''),
    read: READERS[type],
  }));
  const empty = emptyOf(fields.map(({ name }) => name));
  return (json) =>
    (json ?? []).map((values) => {
      const row = { ...empty };
      fields.forEach(({ name, read }, i) => {
        const value = values[i];
        row[name] = read && typeof value === 'string' ? read(value) : value;
      });
      return row as Row;
    });
}

/**
 * A record to copy and fill in. One that is built key by key is kept by V8 as a hash table from about
 * sixteen keys on, and so is every copy of it.
 */
export const emptyOf = (keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, null]));
