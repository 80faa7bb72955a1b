import { type Env, text } from './config-values.ts';

/** Every variable that `readConfig` reads. */
export const VARIABLES = [
  'PORT',
  'HOST',
  'PUBLIC_ORIGIN',
  'TRUST_PROXY',
  'DATA_DIR',
  'DATABASE_URL',
  'WORKER',
  'SOLANA_RPC_URL',
  'SOLANA_RPC_CREDITS',
  'SOLANA_CLUSTER',
  'OWNER_WALLET',
  'USDC_MINT',
  'TREASURY_WALLET',
  'TREASURY_KEYPAIR',
  'PAYOUT_DAILY_LIMIT',
  'LOCAL_NETWORK_URL',
  'LOCAL_NETWORK_PUBLIC',
  'PRICE_FEED',
  'COINGECKO_KEY',
  'HELP_MODEL_URL',
  'HELP_MODEL',
  'HELP_MODEL_KEY',
  'RATE_LIMITS',
  'RPC_ORIGINS',
  'METRICS_TOKEN',
  'ALERT_WEBHOOK_URL',
  'PUSH_CONTACT',
  'LOG_LEVEL',
] as const;

const OWN_PREFIX = 'LMT_';
const PREFIXES = ['SOLANA_', 'OWNER_', 'TREASURY_', OWN_PREFIX];

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Typing errors allowed in a name. Zero for HOST and PORT, because HOME is not meant as HOST. */
const typosMax = (name: string): number => (name.length < 6 ? 0 : name.length < 8 ? 1 : 2);

function problemOf(name: string): string | null {
  const asked = name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name;
  const [nearest] = VARIABLES.map((known) => ({ known, typos: distance(asked, known) })).sort(
    (a, b) => a.typos - b.typos,
  );
  if (!nearest) return null;
  const { known, typos } = nearest;
  if (!PREFIXES.some((prefix) => name.startsWith(prefix)) && typos > typosMax(known)) return null;
  return typos <= asked.length / 2
    ? `${name} is not read: is ${known} meant?`
    : `${name} is not read: README.md lists the variables`;
}

/** Returns one line for each variable that is set and not read, but resembles one of ours: probably a typing error. */
export function unreadVariables(env: Env): readonly string[] {
  const read: ReadonlySet<string> = new Set(VARIABLES);
  return Object.keys(env)
    .filter((name) => !read.has(name) && text(env, name) !== null)
    .map(problemOf)
    .filter((problem) => problem !== null);
}
