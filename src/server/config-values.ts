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
