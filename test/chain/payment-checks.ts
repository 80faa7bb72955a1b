import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  generateKeyPairSigner,
} from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  TOKEN_PROGRAM_ADDRESS,
  getInitializeAccount3Instruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { expect } from 'vitest';

import {
  type Till,
  type ParsedTransaction,
  judgeDeposit,
  unattributedIn,
} from '#domain/payments/deposit';
import type { PayToken } from '#domain/base/money';

import type { LocalWorld } from './local-world.ts';

const TOKEN_ACCOUNT_RENT = 2_039_280n;

export interface Expected {
  /** Amount credited, or refusal code. */
  readonly verdict: bigint | string;
  /** Default: alice. */
  readonly payer?: KeyPairSigner;
  /** Payments without a clear payer. */
  readonly rest?: bigint;
  readonly till?: Till;
}

/** Amount credited to a wallet, or refusal code. */
export function verdictOf(
  facts: ParsedTransaction,
  claim: Parameters<typeof judgeDeposit>[1],
): bigint | string {
  const result = judgeDeposit(facts, claim);
  return result.ok ? result.value.amount : result.refusal.code;
}

/** Confirms a transaction and compares its verdict with the expected one. */
export async function expectPayment(
  world: LocalWorld,
  signature: string,
  {
    token,
    verdict,
    payer = world.alice,
    rest,
    till = world.till,
  }: Expected & { readonly token: PayToken },
): Promise<ParsedTransaction> {
  world.advance(2);
  const facts = await world.facts(signature, till);
  expect(verdictOf(facts, { ...till, payer: payer.address, token })).toBe(verdict);
  const left = unattributedIn(facts, till).find((gain) => gain.token === token);
  if (rest !== undefined) expect(left?.amount ?? 0n).toBe(rest);
  return facts;
}

export function paySol(source: KeyPairSigner, destination: Address, amount: bigint): Instruction {
  return getTransferSolInstruction({ source, destination, amount });
}

/** Token accounts and signer of a transfer. */
export interface Route {
  readonly from: Address;
  readonly to: Address;
  readonly by: KeyPairSigner;
}

/** transferChecked of the world's USDC. */
export function moveUsdc(
  { usdcMint: mint }: LocalWorld,
  amount: bigint,
  { from, to, by }: Route,
): Instruction {
  const accounts = { source: from, destination: to, authority: by };
  return getTransferCheckedInstruction({ ...accounts, mint, amount, decimals: 6 });
}

/** New USDC account other than the associated one, with the instructions that open it. */
export async function newUsdcAccount(
  world: LocalWorld,
  owner: Address,
): Promise<[account: Address, open: Instruction[]]> {
  const account = await generateKeyPairSigner();
  const create = getCreateAccountInstruction({
    payer: world.alice,
    newAccount: account,
    lamports: TOKEN_ACCOUNT_RENT,
    space: 165n,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  });
  const { address } = account;
  const open = getInitializeAccount3Instruction({ account: address, mint: world.usdcMint, owner });
  return [address, [create, open]];
}
