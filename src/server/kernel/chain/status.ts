import { type Answer, absent, fact, unknown } from '../rpc/answer.ts';
import { type Outcome, type Provider, type Rpc, read } from '../rpc/rpc-client.ts';
import { ShapeError, arrayAt, countAt, isObject, withContext } from '../rpc/json-shape.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Status of a transaction. */
export interface Status {
  readonly slot: number;
  readonly commitment: Commitment;
  /** Error as JSON text; null if the transaction succeeded. */
  readonly err: string | null;
}

/** Maximum lag in slots (a blockhash lifetime) at which a provider's "not found" counts. */
const LAG_SLOTS_MAX = 150;

const COMMITMENTS: readonly unknown[] = ['processed', 'confirmed', 'finalized'];

function commitmentOf(value: unknown): Commitment {
  if (!COMMITMENTS.includes(value)) throw new ShapeError('confirmationStatus');
  return value as Commitment;
}

export function errorText(err: unknown): string | null {
  if (err === null || err === undefined) return null;
  return JSON.stringify(err, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/**
 * Returns the name in an error's text.
 *
 * @example errorName('{"InstructionError":[2,"UnsupportedSysvar"]}') // 'UnsupportedSysvar'
 */
export function errorName(err: string): string {
  const inInstruction = /^\{"InstructionError":\[\d+,(.+)\]\}$/.exec(err)?.[1] ?? err;
  return inInstruction.replace(/^"(.*)"$/, '$1');
}

/** Maximum signatures per call. */
const SIGNATURES_MAX = 256;

function readStatus(status: unknown, slot: number): Answer<Status> {
  if (status === null) return absent(slot);
  if (!isObject(status)) throw new ShapeError('status');
  const found: Status = {
    slot: countAt(status['slot'], 'status.slot'),
    commitment: commitmentOf(status['confirmationStatus']),
    err: errorText(status['err']),
  };
  return fact(found, slot);
}

/** Reads statuses at one provider, in the order of the signatures. 'absent' is not verified. */
export async function statusesAt(
  provider: Provider,
  signatures: readonly string[],
  searchTransactionHistory: boolean,
): Promise<readonly Answer<Status>[]> {
  const answers: Answer<Status>[] = [];
  for (let from = 0; from < signatures.length; from += SIGNATURES_MAX) {
    const asked = signatures.slice(from, from + SIGNATURES_MAX);
    const outcome = await provider.call('getSignatureStatuses', [
      asked,
      { searchTransactionHistory },
    ]);
    const page = read(outcome, (answer) => {
      const { slot, value } = withContext(answer);
      const statuses = arrayAt(value, 'statuses');
      if (statuses.length !== asked.length) throw new ShapeError('statuses');
      return fact(
        statuses.map((status) => readStatus(status, slot)),
        slot,
      );
    });
    answers.push(...(page.kind === 'fact' ? page.value : asked.map(() => page)));
  }
  return answers;
}

/** Reads a status at one provider. 'absent' is not verified. */
export async function statusAt(
  provider: Provider,
  signature: string,
  { searchHistory = true } = {},
): Promise<Answer<Status>> {
  const [answer] = await statusesAt(provider, [signature], searchHistory);
  return answer ?? unknown('malformed');
}

function isHealthy(outcome: Outcome): boolean {
  return outcome.kind === 'result' && outcome.value === 'ok';
}

interface NotFound {
  readonly provider: Provider;
  readonly slot: number;
}

/** Returns a health check that queries each provider once. */
function healthOnce(): (provider: Provider) => Promise<boolean> {
  const asked = new Map<Provider, Promise<boolean>>();
  return (provider) => {
    const health = asked.get(provider) ?? provider.call('getHealth', [], 0).then(isHealthy);
    asked.set(provider, health);
    return health;
  };
}

/** Verifies absence: counts only providers that are healthy and lag at most `LAG_SLOTS_MAX`. Returns the oldest slot. */
async function absenceOf(
  notFound: readonly NotFound[],
  isUp: (provider: Provider) => Promise<boolean>,
): Promise<Answer<Status>> {
  const newest = Math.max(...notFound.map(({ slot }) => slot));
  const slots: number[] = [];
  for (const { provider, slot } of notFound) {
    if (newest - slot <= LAG_SLOTS_MAX && (await isUp(provider))) slots.push(slot);
  }
  return slots.length === 0 ? unknown('behind') : absent(Math.min(...slots));
}

/**
 * Reads statuses of signatures from all providers, batched. A status of any provider wins. 'absent' requires that
 * every responding provider lacks the signature, and that one of them is healthy and does not lag. Without
 * `searchHistory`, providers know only the last minute.
 */
export async function statusesOf(
  rpc: Rpc,
  signatures: readonly string[],
  { searchHistory }: { readonly searchHistory: boolean },
): Promise<ReadonlyMap<string, Answer<Status>>> {
  const found = new Map<string, Answer<Status>>();
  const notFound = new Map<string, NotFound[]>(signatures.map((signature) => [signature, []]));
  for (const provider of rpc.providers()) {
    const open = signatures.filter((signature) => found.get(signature)?.kind !== 'fact');
    const answers = await statusesAt(provider, open, searchHistory);
    for (const [at, signature] of open.entries()) {
      const answer = answers[at] ?? unknown('malformed');
      if (answer.kind === 'absent') notFound.get(signature)?.push({ provider, slot: answer.slot });
      else found.set(signature, answer);
    }
  }
  const isUp = healthOnce();
  for (const [signature, reports] of notFound) {
    if (reports.length === 0 || found.get(signature)?.kind === 'fact') continue;
    found.set(signature, await absenceOf(reports, isUp));
  }
  return found;
}

/** Reads the status of one signature, including history. */
export async function statusOf(rpc: Rpc, signature: string): Promise<Answer<Status>> {
  const statuses = await statusesOf(rpc, [signature], { searchHistory: true });
  return statuses.get(signature) ?? unknown('unreachable');
}
