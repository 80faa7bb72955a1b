/**
 * An address with its parameters filled in.
 *
 * @example fillPath('/api/bonds/user/{userId}', { userId: 'u1' }) // '/api/bonds/user/u1'
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
