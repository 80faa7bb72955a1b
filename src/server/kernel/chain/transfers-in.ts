import { type ReadonlyUint8Array, type TracedInstruction, getU64Decoder } from '@solana/kit';
import {
  SYSTEM_PROGRAM_ADDRESS,
  TRANSFER_SOL_DISCRIMINATOR,
  TRANSFER_SOL_WITH_SEED_DISCRIMINATOR,
} from '@solana-program/system';
import {
  BATCH_DISCRIMINATOR,
  TOKEN_PROGRAM_ADDRESS,
  TRANSFER_CHECKED_DISCRIMINATOR,
  TRANSFER_DISCRIMINATOR,
  getBatchInstructionDataDecoder,
} from '@solana-program/token';

import type { Transfer } from '#domain/payments/deposit';

import { type TokenAccount, mintOf, ownedThroughout, ownerOf } from './token-accounts.ts';

const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** Discriminators of Token-2022's transfer-fee extension and its transferCheckedWithFee. */
const TRANSFER_FEE_DISCRIMINATOR = 26;
const TRANSFER_CHECKED_WITH_FEE = 1;

type TokenAccounts = ReadonlyMap<string, TokenAccount>;

const u64At = (data: ReadonlyUint8Array, offset: number): bigint =>
  getU64Decoder().decode(data, offset);

/** Accounts and amount of a transfer instruction. It is ignored if an account is missing. */
interface Named {
  readonly source: string | undefined;
  readonly destination: string | undefined;
  readonly authority: string | undefined;
  readonly amount: bigint;
}

function lamportTransfer({ source, destination, authority, amount }: Named): readonly Transfer[] {
  if (authority === undefined || source === undefined || destination === undefined) return [];
  // Only the base wallet controls a seed account, so its lamports belong to that wallet.
  const owners = { sourceOwner: authority, destinationOwner: destination };
  return [{ mint: null, authority, own: true, source, destination, amount, ...owners }];
}

/** Decodes transfers of the system program. Others, such as createAccount or nonce withdrawals, are no payments. */
function systemTransfers(
  data: ReadonlyUint8Array,
  [source, second, third]: readonly string[],
): readonly Transfer[] {
  if (data[0] === TRANSFER_SOL_DISCRIMINATOR) {
    const amount = u64At(data, 4);
    return lamportTransfer({ source, destination: second, authority: source, amount });
  }
  if (data[0] === TRANSFER_SOL_WITH_SEED_DISCRIMINATOR) {
    const amount = u64At(data, 4);
    return lamportTransfer({ source, destination: third, authority: second, amount });
  }
  return [];
}

function tokenTransfer(
  accounts: TokenAccounts,
  { source, destination, authority, amount }: Named,
): readonly Transfer[] {
  if (source === undefined || destination === undefined || authority === undefined) return [];
  const from = accounts.get(source);
  const to = accounts.get(destination);
  const mint = mintOf(to) ?? mintOf(from);
  if (mint === null) return [];
  return [
    {
      mint,
      authority,
      own: ownedThroughout(from, authority),
      source,
      sourceOwner: ownerOf(from),
      destination,
      destinationOwner: ownerOf(to),
      amount,
    },
  ];
}

function tokenTransfers(
  data: ReadonlyUint8Array,
  {
    keys,
    accounts,
    isToken2022,
  }: {
    readonly keys: readonly string[];
    readonly accounts: TokenAccounts;
    readonly isToken2022: boolean;
  },
): readonly Transfer[] {
  const [source, second, third, fourth] = keys;
  if (data[0] === TRANSFER_DISCRIMINATOR) {
    const amount = u64At(data, 1);
    return tokenTransfer(accounts, { source, destination: second, authority: third, amount });
  }
  const isWithFee = isToken2022 && data[0] === TRANSFER_FEE_DISCRIMINATOR;
  if (isWithFee && data[1] !== TRANSFER_CHECKED_WITH_FEE) return [];
  if (isWithFee || data[0] === TRANSFER_CHECKED_DISCRIMINATOR) {
    const amount = u64At(data, isWithFee ? 2 : 1);
    return tokenTransfer(accounts, { source, destination: third, authority: fourth, amount });
  }
  if (data[0] !== BATCH_DISCRIMINATOR) return [];
  // A batch contains several instructions, whose accounts are concatenated.
  let used = 0;
  return getBatchInstructionDataDecoder()
    .decode(data)
    .data.flatMap(({ numberOfAccounts, instructionData }) => {
      const own = keys.slice(used, used + numberOfAccounts);
      used += numberOfAccounts;
      const nested = instructionData[0] === BATCH_DISCRIMINATOR;
      return nested ? [] : tokenTransfers(instructionData, { keys: own, accounts, isToken2022 });
    });
}

/** Decodes transfers of lamports and tokens in a successful transaction, including inner instructions. */
export function transfersIn(
  instructions: readonly TracedInstruction[],
  accounts: TokenAccounts,
): readonly Transfer[] {
  return instructions.flatMap(({ programAddress, accounts: metas, data }) => {
    if (!data) return [];
    const keys = (metas ?? []).map(({ address }) => address);
    if (programAddress === SYSTEM_PROGRAM_ADDRESS) return systemTransfers(data, keys);
    const isToken2022 = programAddress === TOKEN_2022_PROGRAM_ADDRESS;
    const isToken = isToken2022 || programAddress === TOKEN_PROGRAM_ADDRESS;
    return isToken ? tokenTransfers(data, { keys, accounts, isToken2022 }) : [];
  });
}
