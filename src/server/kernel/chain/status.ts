import { type Answer, absent, fact, unknown } from '../rpc/answer.ts';
import { type Outcome, type Provider, type Rpc, read } from '../rpc/rpc.ts';
import { ShapeError, arrayAt, countAt, isObject, withContext } from '../rpc/shape.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** How far a signature has come. */
export interface Status {
  readonly slot: number;
  readonly commitment: Commitment;
  /** The chain's error as text; null where it ran through. */
  readonly err: string | null;
}

/** A node this many slots behind another one has no say in whether something is there: one blockhash life. */
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
 * The name in an error's text.
 *
 * @example errorName('{"InstructionError":[2,"UnsupportedSysvar"]}') // 'UnsupportedSysvar'
 */
export function errorName(err: string): string {
  const inInstruction = /^\{"InstructionError":\[\d+,(.+)\]\}$/.exec(err)?.[1] ?? err;
  return inInstruction.replace(/^"(.*)"$/, '$1');
}

/** What a node takes at most in one call. */
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

/** What one provider knows of signatures, in their order; 'absent' is its word alone. */
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

/** What one provider knows of a signature; 'absent' is its word alone. */
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

interface Denial {
  readonly provider: Provider;
  readonly slot: number;
}

/** Asks each provider for its health once, however many signatures depend on it. */
function healthOnce(): (provider: Provider) => Promise<boolean> {
  const asked = new Map<Provider, Promise<boolean>>();
  return (provider) => {
    const health = asked.get(provider) ?? provider.call('getHealth', [], 0).then(isHealthy);
    asked.set(provider, health);
    return health;
  };
}

/** Denials count where their provider is healthy and not far behind another that denies. */
async function absenceOf(
  denials: readonly Denial[],
  isUp: (provider: Provider) => Promise<boolean>,
): Promise<Answer<Status>> {
  const newest = Math.max(...denials.map(({ slot }) => slot));
  const slots: number[] = [];
  for (const { provider, slot } of denials) {
    if (newest - slot <= LAG_SLOTS_MAX && (await isUp(provider))) slots.push(slot);
  }
  return slots.length === 0 ? unknown('behind') : absent(Math.min(...slots));
}

/**
 * What the providers know of signatures, all asked for together. A fact from any of them wins.
 * 'Absent' takes every provider that answers, and counts only those that are healthy and not far
 * behind another. Without their history providers know the last minute alone.
 */
export async function statusesOf(
  rpc: Rpc,
  signatures: readonly string[],
  { searchHistory }: { readonly searchHistory: boolean },
): Promise<ReadonlyMap<string, Answer<Status>>> {
  const found = new Map<string, Answer<Status>>();
  const denials = new Map<string, Denial[]>(signatures.map((signature) => [signature, []]));
  for (const provider of rpc.providers()) {
    const open = signatures.filter((signature) => found.get(signature)?.kind !== 'fact');
    const answers = await statusesAt(provider, open, searchHistory);
    for (const [at, signature] of open.entries()) {
      const answer = answers[at] ?? unknown('malformed');
      if (answer.kind === 'absent') denials.get(signature)?.push({ provider, slot: answer.slot });
      else found.set(signature, answer);
    }
  }
  const isUp = healthOnce();
  for (const [signature, denied] of denials) {
    if (denied.length === 0 || found.get(signature)?.kind === 'fact') continue;
    found.set(signature, await absenceOf(denied, isUp));
  }
  return found;
}

/** The same for one signature, however old. */
export async function statusOf(rpc: Rpc, signature: string): Promise<Answer<Status>> {
  const statuses = await statusesOf(rpc, [signature], { searchHistory: true });
  return statuses.get(signature) ?? unknown('unreachable');
}
