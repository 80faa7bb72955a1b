import { memoOf } from '#proof/files/memo';
import { ownershipMessage } from '#proof/files/ownership';
import type { ProofJson } from '#contract/proof';
import type { Day } from '#proof/files/day';
import { fromBase58, isSignedBy } from '../sign-in/verify-signature.ts';

/** One line of a check. */
export interface Finding {
  readonly ok: boolean;
  readonly text: string;
}
export const good = (text: string): Finding => ({ ok: true, text });
export const wrong = (text: string): Finding => ({ ok: false, text });

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A day's file beside what `readDay` has checked; what is missing is found missing when it is used. */
const dayOfJson = (json: unknown): ProofJson => json as ProofJson;

function isSignedFor(address: string, signature: string, text: string): boolean {
  const bytes = fromBase58(signature);
  return bytes !== null && isSignedBy(address, bytes, Buffer.from(text));
}

/** Whether the treasury signed for each account that it is said to hold. */
export function* checkOwnership(json: unknown): Generator<Finding> {
  const { day, root, treasury, holdings } = dayOfJson(json);
  for (const { asset, address, amount, ownership } of holdings ?? []) {
    const what = `${amount} ${asset} at ${address}`;
    if (!ownership) {
      yield good(`${what}: the treasury signed nothing for it; its key is not on the server`);
      continue;
    }
    const message = ownershipMessage({ day: day as Day, root, asset, address });
    const isOwn =
      ownership.message === message && isSignedFor(treasury, ownership.signature, message);
    yield isOwn ? good(`${what}: signed for by ${treasury}`) : wrong(`${what}: not signed for`);
  }
}

async function call(rpc: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer: unknown = await response.json();
  if (!isObject(answer) || answer['error'] !== undefined) {
    throw new Error(`${method}: ${JSON.stringify(isObject(answer) ? answer['error'] : answer)}`);
  }
  return answer['result'];
}

/** Looks at the anchor, and at what the accounts hold now, at the reader's own node. */
export async function* checkChain(json: unknown, rpc: string): AsyncGenerator<Finding> {
  const proof = dayOfJson(json);
  try {
    yield await checkAnchor(proof, rpc);
    for (const holding of proof.holdings ?? []) yield await checkBalance(holding, rpc);
  } catch (error) {
    yield wrong(`the chain cannot be looked at: ${String(error)}`);
  }
}

/** What counts of a transaction, as nodes answer it. */
interface Landed {
  readonly meta: { readonly err: unknown } | null;
  readonly transaction: {
    readonly message: {
      readonly header: { readonly numRequiredSignatures: number };
      readonly accountKeys: readonly string[];
      readonly instructions: readonly { readonly data: string }[];
    };
  };
}

async function checkAnchor(proof: ProofJson, rpc: string): Promise<Finding> {
  const { anchor, treasury, day } = proof;
  if (!anchor) return wrong(`the root of ${day} does not stand on the chain`);
  const { signature } = anchor;
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  const found = (await call(rpc, 'getTransaction', [signature, options])) as Landed | null;
  if (!found) return wrong(`the chain does not know the anchor ${signature}`);
  if (found.meta?.err !== null) return wrong(`the anchor ${signature} failed`);
  const { header, accountKeys, instructions } = found.transaction.message;
  if (!accountKeys.slice(0, header.numRequiredSignatures).includes(treasury)) {
    return wrong(`the anchor ${signature} is not signed by ${treasury}`);
  }
  const texts = instructions.map(({ data }) =>
    Buffer.from(fromBase58(data) ?? []).toString('utf8'),
  );
  if (!texts.includes(memoOf({ ...proof, day: day as Day }))) {
    return wrong(`the anchor ${signature} says something else`);
  }
  return good(`root, total and the log's head stand on the chain in ${signature}`);
}

async function checkBalance(
  { asset, address, amount, slot }: ProofJson['holdings'][number],
  rpc: string,
): Promise<Finding> {
  const isSol = asset === 'SOL';
  const method = isSol ? 'getBalance' : 'getTokenAccountBalance';
  const answer = await call(rpc, method, [address, { commitment: 'finalized' }]);
  const value = isObject(answer) ? answer['value'] : null;
  const units = isSol ? value : isObject(value) ? value['amount'] : null;
  return good(
    `${address} held ${amount} ${asset} at slot ${slot}; now ${String(units)} base units`,
  );
}
