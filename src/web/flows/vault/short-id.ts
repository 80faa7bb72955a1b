/** A vault's id as every screen shows it: its last 6 characters. */
export function shortId(id: string): string {
  return id.slice(-6);
}
