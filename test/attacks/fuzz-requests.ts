import type { Endpoint } from '#contract/base/endpoint';
import { PATHS } from '#contract/base/paths';
import type { Random } from '#test/simulation/random';
import { HOSTILE_AMOUNTS, TOO_LARGE } from '#test/support/hostile-amounts';
import { ORIGIN } from '#test/world/origin';
import { NO_BODIES, NO_PARAMS, type Victim, requestFor } from './requests.ts';

type Headers = Readonly<Record<string, string>>;

/** Request in the form that `inject` takes. */
export interface FuzzRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Headers;
  readonly payload?: string;
}

/** Building blocks of requests. */
export interface Material {
  readonly endpoints: readonly Endpoint[];
  /** Headers of each kind of session, beginning with none. */
  readonly sessions: readonly Headers[];
  readonly victim: Victim;
  /** Existing ids, addresses and signatures. */
  readonly known: readonly string[];
}

const TEXTS: readonly string[] = [
  '',
  ' ',
  'x',
  '__proto__',
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '\u202eabc',
  'é🦀',
  'ﷺ'.repeat(300),
  'x'.repeat(5_000),
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-7000-8000-000000000000',
  '1'.repeat(44),
  'z'.repeat(88),
];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  ...HOSTILE_AMOUNTS,
  ...TOO_LARGE,
  ['x'],
  [[[[]]]],
  { $gt: '' },
  Number.MAX_SAFE_INTEGER,
  -0.5,
  1e308,
  false,
];
/** Well-formed amounts. */
const AMOUNTS = ['0', '0.00000001', '0.01', '1', '2.5', '20', '1000000'];
const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'];
const JSON_TYPE = 'application/json';
const KEYS_KEPT = 40;
/** Calls that end sessions are rare, because later calls would only return 401. */
const ENDING: readonly string[] = [PATHS.logout, PATHS.adminAccess, PATHS.adminUser];
/** Small clock steps, because every step runs all jobs. */
const CLOCK_STEP = { advanceMs: 60_000 };

/** Generates malformed, nearly valid and valid requests of the contract. */
export class FuzzRequests {
  readonly #random: Random;
  /** Requests whose Idempotency-Key may be reused, by the same or another caller. */
  readonly #keyed: FuzzRequest[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next(material: Material): FuzzRequest {
    const random = this.#random;
    if (random.chance(0.05) && this.#keyed.length > 0) return this.#replayed(material);
    let endpoint = random.pick(material.endpoints);
    while (ENDING.includes(endpoint.path) && random.chance(0.9)) {
      endpoint = random.pick(material.endpoints);
    }
    const request: FuzzRequest = {
      method: endpoint.method,
      url: this.#url(endpoint, material),
      ...this.#content(endpoint, material),
    };
    const { 'idempotency-key': key } = request.headers;
    if (key !== undefined && key.length <= 200) {
      this.#keyed.push(request);
      if (this.#keyed.length > KEYS_KEPT) this.#keyed.shift();
    }
    return request;
  }

  /** A keyed request again: unchanged, by another caller, or with another body. */
  #replayed(material: Material): FuzzRequest {
    const random = this.#random;
    const request = random.pick(this.#keyed);
    if (random.chance(0.4)) return request;
    if (random.chance(0.5)) return { ...request, payload: '{}' };
    return { ...request, headers: { ...request.headers, ...random.pick(material.sessions) } };
  }

  #url({ path, params, query }: Endpoint, { victim, known, ...material }: Material): string {
    const random = this.#random;
    const endpoint = material.endpoints.find((one) => one.path === path);
    const good = (endpoint && params && requestFor(endpoint, victim).params) ?? {};
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = random.chance(0.7)
        ? good[name]
        : random.pick([...known, ...NO_PARAMS, ...TEXTS]);
      return escaped(value ?? 'x');
    });
    const asked: string[] = [];
    for (const name of [...Object.keys(query?.shape ?? {}), 'unknown']) {
      while (random.chance(0.3)) asked.push(`${name}=${escaped(this.#text(known))}`);
    }
    return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`;
  }

  #text(known: readonly string[]): string {
    const random = this.#random;
    if (random.chance(0.3)) return random.pick(known);
    if (random.chance(0.3)) return random.pick([...AMOUNTS, 'true', 'false', '200', 'USDC', 'SOL']);
    return random.pick(TEXTS);
  }

  #content(endpoint: Endpoint, material: Material): Pick<FuzzRequest, 'headers' | 'payload'> {
    const random = this.#random;
    const headers: Record<string, string> = { host: 'localhost:5173' };
    Object.assign(headers, this.#session(endpoint, material.sessions));
    if (endpoint.method !== 'GET') headers['origin'] = ORIGIN;
    if (random.chance(0.02)) headers['origin'] = random.pick(['null', 'https://evil.example']);
    if (random.chance(0.02)) headers['host'] = random.pick(['evil.example', '', '[::1']);
    if (random.chance(0.3)) {
      headers['idempotency-key'] = random.chance(0.9) ? `k${random.below(200)}` : 'k'.repeat(300);
    }
    if (endpoint.method === 'GET') return { headers };
    headers['content-type'] = random.chance(0.97) ? JSON_TYPE : random.pick(TYPES);
    const payload = this.#payload(endpoint, material);
    return payload === undefined ? { headers } : { headers, payload };
  }

  /** Usually a session with access. */
  #session({ access }: Endpoint, sessions: readonly Headers[]): Headers {
    const [, user = {}, , owner = {}] = sessions;
    if (this.#random.chance(0.25)) return this.#random.pick(sessions);
    return access === 'owner' ? owner : user;
  }

  #payload(endpoint: Endpoint, material: Material): string | undefined {
    const random = this.#random;
    if (random.chance(0.04)) return random.pick([...NO_BODIES, '', '[]', 'null', '{"a":1,"a":2}']);
    if (endpoint.path === PATHS.clock && random.chance(0.1)) return JSON.stringify(CLOCK_STEP);
    const { body } = requestFor(endpoint, material.victim);
    if (body === undefined) return random.chance(0.8) ? undefined : '{}';
    const changed = this.#changed(body, material);
    const text = JSON.stringify(changed);
    if (random.chance(0.01)) return JSON.stringify({ reason: 'x'.repeat(300_000) });
    if (random.chance(0.02)) return text.slice(0, random.below(text.length));
    // Duplicate JSON key: the last one wins.
    if (random.chance(0.03) && text.startsWith('{"')) {
      const [field = 'x'] = Object.keys(changed as object);
      return `{"${field}":${JSON.stringify(random.pick(VALUES))},${text.slice(1)}`;
    }
    return text;
  }

  /** A valid body, sometimes with fields changed, removed or added. */
  #changed(body: unknown, { known }: Material): unknown {
    const random = this.#random;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return random.pick(VALUES);
    const fields: Record<string, unknown> = { ...body };
    for (const [name, value] of Object.entries(fields)) {
      if (random.chance(0.6)) continue;
      if (typeof value === 'object' && value !== null && random.chance(0.5)) {
        fields[name] = this.#changed(value, { known } as Material);
      } else if (random.chance(0.4)) fields[name] = random.pick(AMOUNTS);
      else if (random.chance(0.3)) fields[name] = random.pick(known);
      else if (random.chance(0.1)) delete fields[name];
      else fields[name] = random.pick(VALUES);
    }
    if (random.chance(0.1)) fields[random.pick(TEXTS)] = random.pick(VALUES);
    return fields;
  }
}

/** Percent-encodes; an unpaired surrogate becomes U+FFFD. */
const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
