/** A vault's id as it is shown to people: its last 6 characters. */
export function shortId(id: string): string {
  return id.slice(-6);
}
