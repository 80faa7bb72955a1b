import { isNetwork } from '../kernel/base/network.ts';

/** A wrong or missing variable; the message names it and says what it should be. */
export class ConfigError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`);
  }
}

/** The environment's variables. */
export type Env = { readonly [name: string]: string | undefined };

/** An empty variable counts as one that is not set. */
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

/** Origins of pages, each as browsers name it, with commas between. */
export function origins(env: Env, name: string): readonly string[] {
  const listed = text(env, name)?.split(',') ?? [];
  return listed.map((part) => {
    const value = part.trim().replace(/\/$/, '');
    if (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value)
      return value;
    throw new ConfigError(name, 'must be origins such as https://app.example, with commas between');
  });
}

/** Where a person can be written to. */
export function contact(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === null || /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(value)) return value;
  throw new ConfigError(name, 'must be an address that starts with mailto: or https://');
}

/** One word that goes into a header. */
export function word(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigError(name, 'must be one word of plain characters');
  }
  return value;
}

/** A secret that a caller sends in a header. */
export function secret(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new ConfigError(name, 'must be one word of at least 16 plain characters');
  }
  return value;
}

/** Proxies whose forwarded addresses are believed: `on` any, a list of addresses only those; default none. */
export function proxies(env: Env, name: string): boolean | number | string {
  const value = text(env, name) ?? 'off';
  if (value === 'off') return false;
  // One hop: whatever stands before the nearest proxy's entry in the header was written by the client.
  if (value === 'on') return 1;
  if (!value.split(',').every((part) => isNetwork(part.trim()))) {
    throw new ConfigError(name, 'must be on, off, or IP addresses with commas between');
  }
  return value;
}
