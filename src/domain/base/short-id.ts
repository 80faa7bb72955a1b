/** Returns a vault's id as shown to people: the last 6 characters. */
export function shortId(id: string): string {
  return id.slice(-6);
}
