/** What LIKE takes literally, with anything before and after it; null for nothing. */
export function likePattern(search: string | null): string | null {
  return search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
