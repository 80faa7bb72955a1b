import { ownershipMessage } from '../files/ownership.ts';
import type { Proof, ProofHolding } from '../files/published-proof.ts';
import { isSignedBy } from './is-signed-by.ts';
import { type RpcCall, resultOf } from './rpc-call.ts';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const COMMITMENT = 'confirmed';

/**
 * State of an account on the chain: the treasury's own, or of another owner, program or mint. `missing`: the
 * chain has no such account, which is only right for an amount of 0.
 */
export type AccountState = 'own' | 'otherOwner' | 'otherProgram' | 'otherMint' | 'missing';

/** An account that a proof lists, after its checks. */
export interface CheckedHolding {
  readonly holding: ProofHolding;
  readonly ownership: 'signed' | 'unsigned' | 'otherMessage' | 'otherKey';
  /** Base units on the chain now; null without a node. */
  readonly nowUnits: bigint | null;
  /** Null without a node. */
  readonly account: AccountState | null;
}

export interface CheckedHoldings {
  readonly checked: readonly CheckedHolding[];
  /** True if the accounts were read from the chain. */
  readonly isRead: boolean;
}

export interface HoldingsOptions {
  readonly treasury: string;
  /** Null without a node. */
  readonly call: RpcCall | null;
  /** Returns the mint of USDC; null if it is not known, and then not checked. */
  readonly usdcMint: () => Promise<string | null>;
}

/**
 * Checks what the treasury signed for each account of a proof, and reads the accounts from the chain. If the
 * node fails, only the signatures are checked.
 */
export async function checkHoldings(
  proof: Proof,
  { treasury, call, usdcMint }: HoldingsOptions,
): Promise<CheckedHoldings> {
  const signed = proof.holdings.map((holding) => ({
    holding,
    ownership: checkOwnership(proof, holding, treasury),
    nowUnits: null,
    account: null,
  }));
  if (!call) return { checked: signed, isRead: false };
  try {
    const expected = { treasury, usdcMint: await usdcMint() };
    const read = signed.map(async (each) => ({
      ...each,
      ...(await readAccount(each.holding, expected, call)),
    }));
    return { checked: await Promise.all(read), isRead: true };
  } catch {
    return { checked: signed, isRead: false };
  }
}

function checkOwnership(
  { day, root }: Proof,
  { asset, address, ownership }: ProofHolding,
  treasury: string,
): CheckedHolding['ownership'] {
  if (!ownership) return 'unsigned';
  if (ownership.message !== ownershipMessage({ day, root, asset, address })) return 'otherMessage';
  return isSignedBy(treasury, ownership) ? 'signed' : 'otherKey';
}

interface Expected {
  readonly treasury: string;
  readonly usdcMint: string | null;
}

interface Account {
  readonly nowUnits: bigint;
  readonly account: AccountState;
}

/** Fields of getAccountInfo's `value` that count. */
interface TokenAccount {
  readonly owner: string;
  readonly data: {
    readonly parsed?: {
      readonly type: string;
      readonly info: {
        readonly owner: string;
        readonly mint: string;
        readonly tokenAmount: { readonly amount: string };
      };
    };
  };
}

async function readAccount(
  { asset, address, amount }: ProofHolding,
  expected: Expected,
  call: RpcCall,
): Promise<Account> {
  if (asset === 'SOL') {
    const response = await call('getBalance', [address, { commitment: COMMITMENT }]);
    // Read from the text: as a JavaScript number a large balance would be rounded.
    const nowUnits = BigInt(/"value":\s*(\d+)/.exec(response)?.[1] ?? '0');
    return { nowUnits, account: address === expected.treasury ? 'own' : 'otherOwner' };
  }
  const options = { commitment: COMMITMENT, encoding: 'jsonParsed' };
  const { value } = resultOf(await call('getAccountInfo', [address, options])) as {
    readonly value: TokenAccount | null;
  };
  // The account is created with the first payment.
  if (!value) return { nowUnits: 0n, account: /[1-9]/.test(amount) ? 'missing' : 'own' };
  const { parsed } = value.data;
  if (value.owner !== TOKEN_PROGRAM || parsed?.type !== 'account') {
    return { nowUnits: 0n, account: 'otherProgram' };
  }
  const { owner, mint, tokenAmount } = parsed.info;
  const isOtherMint = expected.usdcMint !== null && mint !== expected.usdcMint;
  const state = isOtherMint ? 'otherMint' : 'own';
  return {
    nowUnits: BigInt(tokenAmount.amount),
    account: owner === expected.treasury ? state : 'otherOwner',
  };
}
