import { type ReadonlyUint8Array, type TracedInstruction, getU64Decoder } from '@solana/kit';
import {
  CREATE_ACCOUNT_ALLOW_PREFUND_DISCRIMINATOR,
  CREATE_ACCOUNT_DISCRIMINATOR,
  CREATE_ACCOUNT_WITH_SEED_DISCRIMINATOR,
  SYSTEM_PROGRAM_ADDRESS,
  TRANSFER_SOL_DISCRIMINATOR,
  getCreateAccountAllowPrefundInstructionDataDecoder,
  getCreateAccountInstructionDataDecoder,
  getCreateAccountWithSeedInstructionDataDecoder,
} from '@solana-program/system';

import type { CreatedAccount } from '#domain/payments/deposit';
import { TOKEN_ACCOUNT_BYTES } from '#domain/payouts/rent-charge';

import type { TokenAccount } from './token-accounts.ts';

interface Creation {
  readonly lamports: bigint;
  readonly space: bigint;
  readonly programAddress: string;
}

const created = (
  payer: string | undefined,
  account: string | undefined,
  { lamports, space, programAddress }: Creation,
): readonly CreatedAccount[] => {
  if (payer === undefined || account === undefined) return [];
  const isNonce = programAddress === SYSTEM_PROGRAM_ADDRESS && space > 0n;
  return [{ payer, account, lamports, bytes: Number(space), isNonce }];
};

function createdBy(
  data: ReadonlyUint8Array,
  [first, second]: readonly string[],
  tokens: ReadonlyMap<string, TokenAccount>,
): readonly CreatedAccount[] {
  switch (data[0]) {
    case CREATE_ACCOUNT_DISCRIMINATOR:
      return created(first, second, getCreateAccountInstructionDataDecoder().decode(data));
    case CREATE_ACCOUNT_WITH_SEED_DISCRIMINATOR: {
      const { amount, ...rest } = getCreateAccountWithSeedInstructionDataDecoder().decode(data);
      return created(first, second, { ...rest, lamports: amount });
    }
    case CREATE_ACCOUNT_ALLOW_PREFUND_DISCRIMINATOR:
      return created(
        second,
        first,
        getCreateAccountAllowPrefundInstructionDataDecoder().decode(data),
      );
    case TRANSFER_SOL_DISCRIMINATOR: {
      // A token account at an address that already held lamports is created by a transfer of the missing rent.
      const token = second === undefined ? undefined : tokens.get(second);
      if (!token || token.before !== null) return [];
      const lamports = getU64Decoder().decode(data, 4);
      const space = BigInt(TOKEN_ACCOUNT_BYTES);
      return created(first, second, { lamports, space, programAddress: token.account });
    }
    default:
      return [];
  }
}

/** Returns the accounts that a transaction created, with their payers. */
export function createdIn(
  instructions: readonly TracedInstruction[],
  tokens: ReadonlyMap<string, TokenAccount>,
): readonly CreatedAccount[] {
  return instructions.flatMap(({ programAddress, accounts, data }) =>
    programAddress === SYSTEM_PROGRAM_ADDRESS && data
      ? createdBy(
          data,
          (accounts ?? []).map(({ address }) => address),
          tokens,
        )
      : [],
  );
}
