import { type Answer, absent, fact, unknown } from './answer.ts';
import { type Outcome, type Provider, type Rpc, read } from './rpc.ts';
import { ShapeError, arrayAt, countAt, isObject, withContext } from './shape.ts';

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

/** What one provider knows of a signature; 'absent' is its word alone. */
export async function statusAt(provider: Provider, signature: string): Promise<Answer<Status>> {
  const outcome = await provider.call('getSignatureStatuses', [
    [signature],
    { searchTransactionHistory: true },
  ]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const values = arrayAt(value, 'statuses');
    const [status] = values;
    if (values.length !== 1 || status === undefined) throw new ShapeError('statuses');
    if (status === null) return absent(slot);
    if (!isObject(status)) throw new ShapeError('status');
    const found: Status = {
      slot: countAt(status['slot'], 'status.slot'),
      commitment: commitmentOf(status['confirmationStatus']),
      err: errorText(status['err']),
    };
    return fact(found, slot);
  });
}

function isHealthy(outcome: Outcome): boolean {
  return outcome.kind === 'result' && outcome.value === 'ok';
}

/**
 * What the providers know of a signature. A fact from any of them wins. 'Absent' takes every
 * provider that answers, and counts only those that are healthy and not far behind another.
 */
export async function statusOf(rpc: Rpc, signature: string): Promise<Answer<Status>> {
  const denials: { readonly provider: Provider; readonly slot: number }[] = [];
  let open = unknown('unreachable');
  for (const provider of rpc.providers()) {
    const answer = await statusAt(provider, signature);
    if (answer.kind === 'fact') return answer;
    if (answer.kind === 'absent') denials.push({ provider, slot: answer.slot });
    else open = answer;
  }
  if (denials.length === 0) return open;
  const newest = Math.max(...denials.map(({ slot }) => slot));
  const slots: number[] = [];
  for (const { provider, slot } of denials) {
    if (newest - slot > LAG_SLOTS_MAX) continue;
    if (isHealthy(await provider.call('getHealth', [], 0))) slots.push(slot);
  }
  return slots.length === 0 ? unknown('behind') : absent(Math.min(...slots));
}
