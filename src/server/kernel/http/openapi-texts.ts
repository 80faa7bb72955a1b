import type { Access, Endpoint } from '#contract/base/endpoint';

interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly headers?: object;
}

const retryAfter = {
  headers: {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  },
};

/** Description of each refusal status, and its name in the document. */
export const ERRORS: { readonly [status: number]: Refusal } = {
  400: { name: 'Malformed', description: 'The request is malformed.' },
  401: {
    name: 'NoSession',
    description: 'There is no valid session, or a signature is asked for.',
  },
  402: { name: 'FeeDue', description: 'A fee is due first.' },
  403: { name: 'NotYours', description: 'What is asked for belongs to another user.' },
  404: { name: 'Unknown', description: 'There is nothing of that id or name.' },
  409: {
    name: 'NotNow',
    description: 'Not at this time or in this state; with the time at which it becomes possible.',
  },
  422: { name: 'OutOfRange', description: 'A value is out of range.' },
  429: { name: 'TooMany', description: 'Too many requests.', ...retryAfter },
  500: { name: 'Fault', description: 'A fault of the server.' },
  503: {
    name: 'Unavailable',
    description: 'Paused, or a service behind the server is down.',
    ...retryAfter,
  },
};

const COMMON = [400, 429, 500, 503];
/** Refusals of any write: foreign page, or reused Idempotency-Key. */
const ON_WRITES = [403, 409];

/** Refusals of any call with restricted access. */
const ON_ACCESS = [401, 403];
const OPEN: readonly Access[] = ['anyone', 'maybe-user'];

/** Returns the possible refusal statuses of a call, in ascending order. */
export function errorsOf({ errors = [], method, access }: Endpoint): number[] {
  const byAccess = OPEN.includes(access) ? [] : ON_ACCESS;
  const all = [...errors, ...byAccess, ...(method === 'GET' ? [] : ON_WRITES), ...COMMON];
  return [...new Set(all)].toSorted((a, b) => a - b);
}

const asUser = [{ sessionToken: [] }, { sessionCookie: [] }];
export const SECURITY: Readonly<Record<Access, readonly object[]>> = {
  anyone: [],
  'maybe-user': [{}, ...asUser],
  user: asUser,
  reader: [...asUser, { adminSession: [] }],
  owner: [{ adminSession: [] }],
};

const WHO: Readonly<Record<Access, string>> = {
  anyone: 'Anyone may call it.',
  'maybe-user': 'Anyone may call it; a signed-in user gets answers about their own things too.',
  user: 'A signed-in user may call it, about what is their own.',
  reader: 'A signed-in user may call it about what is their own, and the owner about every user.',
  owner: 'The owner alone may call it.',
};

/** Builds a call's description from its access and idempotency. */
export function aboutOf(endpoint: Endpoint): string {
  const sentences = [WHO[endpoint.access]];
  if (endpoint.method !== 'GET' && !endpoint.isSecret) {
    sentences.push('Repeated with the same Idempotency-Key, it is carried out once.');
  }
  if (endpoint.isSecret) sentences.push('Its answer is a secret and is given once.');
  return sentences.join(' ');
}

export function answerText(status: number): string {
  if (status === 201) return 'Made.';
  return status === 202 ? 'Taken; a further step is needed.' : 'Done.';
}

export const TAGS = [
  { name: 'Sign-in', description: 'Sessions and the user behind them.' },
  { name: 'Bonds', description: 'SOL or USDC paid for LMT.' },
  { name: 'Stakes', description: 'LMT in time-locked vaults.' },
  { name: 'Sells', description: 'LMT sold back for SOL or USDC.' },
  { name: 'Portfolio', description: 'What a user holds, and their history.' },
  { name: 'Reminders', description: 'What reaches a user whose page is closed.' },
  { name: 'Protocol', description: 'Settings, prices, treasury and state, for everyone.' },
  { name: 'Help', description: 'Help pages and answers from them.' },
  { name: 'Owner', description: 'The dashboard of the protocol’s owner.' },
  {
    name: 'Local network',
    description: 'Test wallets, funds and time, on the local network only.',
  },
] as const;
type Tag = (typeof TAGS)[number]['name'];

const TAG_OF: Readonly<Record<string, Tag>> = {
  auth: 'Sign-in',
  users: 'Sign-in',
  bonds: 'Bonds',
  stakes: 'Stakes',
  withdraw: 'Stakes',
  lmt: 'Sells',
  'sell-verifications': 'Sells',
  portfolio: 'Portfolio',
  transactions: 'Portfolio',
  events: 'Portfolio',
  calendar: 'Reminders',
  push: 'Reminders',
  help: 'Help',
  admin: 'Owner',
  local: 'Local network',
};

/** Returns the tag of a call, by the first segment of its path after `/api`. */
export const tagOf = ({ path }: Endpoint): Tag => TAG_OF[path.split('/')[2] ?? ''] ?? 'Protocol';
