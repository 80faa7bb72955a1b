/** A column of a table and its type. */
type Column = readonly [name: string, type: string];

/**
 * An expression that gives the rows of a query as one JSON value, so that several lists come in one
 * round trip. Whole numbers travel as text, since JSON would round them, and instants as milliseconds.
 */
export function jsonRows(columns: readonly Column[], alias: string, from: string): string {
  const selected = columns.map(([name, type]) => {
    const column = `${alias}.${name}`;
    if (type === 'bigint') return `${column}::text as ${name}`;
    if (type === 'timestamptz') return `(extract(epoch from ${column}) * 1000)::bigint as ${name}`;
    return column;
  });
  return `coalesce((select json_agg(r) from (select ${selected.join(', ')} ${from}) r), '[]'::json)`;
}

/** The rows as the database itself would give them: exact integers, instants as milliseconds. */
export function rowsOf<Row>(columns: readonly Column[], json: readonly object[]): Row[] {
  const whole = columns.filter(([, type]) => type === 'bigint').map(([name]) => name);
  return json.map((row) => {
    const read: Record<string, unknown> = { ...row };
    for (const name of whole) {
      const text = read[name];
      if (typeof text === 'string') read[name] = BigInt(text);
    }
    return read as Row;
  });
}
