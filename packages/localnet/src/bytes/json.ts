/** What an answer is made of: JSON, with 64-bit integers as bigints. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** JSON text in which a bigint is a bare integer, as a cluster writes its u64s. */
export function toJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(toJson).join(',')}]`;
  let fields = '';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${toJson(field)}`;
  }
  return `{${fields}}`;
}
