import { isNetwork } from '../kernel/base/network.ts';

/** A wrong or missing variable. The message names it and its valid values. */
export class ConfigError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`);
  }
}

export type Env = { readonly [name: string]: string | undefined };

/** Returns a variable's value; null if it is unset or empty. */
export const text = (env: Env, name: string): string | null => env[name]?.trim() || null;

export function oneOf<T extends string>(
  env: Env,
  name: string,
  { values, otherwise }: { readonly values: readonly T[]; readonly otherwise: T },
): T {
  const value = text(env, name) ?? otherwise;
  const found = values.find((known) => known === value);
  if (found === undefined) throw new ConfigError(name, `must be one of ${values.join(', ')}`);
  return found;
}

export function url(env: Env, name: string, protocols: readonly string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new ConfigError(name, `must be an address that starts with ${protocols[0]}//`);
  }
  return value;
}

/** Parses a comma-separated list of origins, as browsers write them. */
export function origins(env: Env, name: string): readonly string[] {
  const listed = text(env, name)?.split(',') ?? [];
  return listed.map((part) => {
    const value = part.trim().replace(/\/$/, '');
    if (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value)
      return value;
    throw new ConfigError(name, 'must be origins such as https://app.example, with commas between');
  });
}

/** Parses a contact address of a person. */
export function contact(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === null || /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(value)) return value;
  throw new ConfigError(name, 'must be an address that starts with mailto: or https://');
}

/** Parses a value without spaces, to send in a header. */
export function word(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigError(name, 'must be one word of plain characters');
  }
  return value;
}

/** Parses a secret that a caller sends in a header. */
export function secret(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new ConfigError(name, 'must be one word of at least 16 plain characters');
  }
  return value;
}

/** Parses the proxies whose forwarded addresses are trusted: `on` any, a list only its addresses. Default: none. */
export function proxies(env: Env, name: string): boolean | number | string {
  const value = text(env, name) ?? 'off';
  if (value === 'off') return false;
  // One hop, because the client may have written all entries before the nearest proxy's.
  if (value === 'on') return 1;
  if (!value.split(',').every((part) => isNetwork(part.trim()))) {
    throw new ConfigError(name, 'must be on, off, or IP addresses with commas between');
  }
  return value;
}
