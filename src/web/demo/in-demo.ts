/**
 * An address of the app, inside the demo.
 *
 * @example inDemo('/?tab=bond') // '/?demo&tab=bond'
 */
export function inDemo(href: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(#.*)?$/.exec(href) ?? [];
  if (/^demo(&|$)/.test(query)) return href;
  return `${path}?demo${query === '' ? '' : `&${query}`}${hash}`;
}
