type Column = readonly [name: string, type: string];

/** Rows as JSON arrays of values in column order; null if there are none. */
export type JsonRows = readonly (readonly unknown[])[] | null;

/**
 * Builds an SQL expression for the rows of a query as one JSON value (null without rows), so that several lists
 * need one round trip. Integers are passed as text, because JSON would round them.
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

/** Returns a reader of such rows: int8 as bigint, timestamptz as milliseconds. */
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
 * Builds a template record to copy and fill in. V8 stores a record that is built key by key, and its copies, as a
 * slow hash table from about 16 keys on.
 */
export const emptyOf = (keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, null]));
