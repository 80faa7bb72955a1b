import {
  address,
  createAddressWithSeed,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';

import { type ExpectedAnchor, isAnchor } from '#domain/proof/is-anchor';
import {
  type ConfirmedTransfer,
  type ReadTransaction,
  type TransferFault,
  faultOfTransfer,
} from '#domain/payouts/payout-bytes';
import { NONCE_SEEDS, subjectLabel } from '#domain/payouts/payout-labels';

import { tokenAccountOf } from '../../api/token-account.ts';

/** In which way the bytes that the server has handed out are not what the owner has confirmed; null where they are. */
export async function faultOfHandedOut(
  bytes: Uint8Array,
  confirmed: ConfirmedTransfer,
  { treasury, usdcMint }: { readonly treasury: string; readonly usdcMint: string },
): Promise<TransferFault | null> {
  const transaction = readTransaction(bytes);
  if (transaction === null) return 'form';
  const { purpose, subject, receiver } = confirmed;
  return faultOfTransfer(transaction, confirmed, {
    treasury,
    usdcMint,
    treasuryTokenAccount: await tokenAccountOf(treasury, usdcMint),
    receiverTokenAccount: await tokenAccountOf(receiver, usdcMint),
    subjectKey: purpose === 'fees' ? null : await keyOf(subjectLabel(purpose, subject)),
    nonceAccounts: await nonceAccountsOf(transaction.signers[1]),
  });
}

/** True if the bytes are the expected anchor and do nothing else. */
export function isAnchorOnly(bytes: Uint8Array, expected: ExpectedAnchor): boolean {
  const transaction = readTransaction(bytes);
  return transaction !== null && isAnchor(transaction, expected);
}

/** Null where the bytes are no transaction. */
function readTransaction(bytes: Uint8Array): ReadTransaction | null {
  try {
    const { messageBytes } = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    if (message.version !== 'legacy') return { isLegacy: false, signers: [], instructions: [] };
    const { staticAccounts: accounts, header, instructions } = message;
    return {
      isLegacy: true,
      signers: accounts.slice(0, header.numSignerAccounts),
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
        program: accounts[programAddressIndex] ?? '',
        accounts: accountIndices.map((index) => accounts[index] ?? ''),
        data: new Uint8Array(data ?? []),
      })),
    };
  } catch {
    return null;
  }
}

async function keyOf(name: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return getAddressDecoder().decode(new Uint8Array(hash));
}

async function nonceAccountsOf(authority: string | undefined): Promise<readonly string[]> {
  if (authority === undefined) return [];
  const place = { baseAddress: address(authority), programAddress: SYSTEM_PROGRAM_ADDRESS };
  return Promise.all(NONCE_SEEDS.map((seed) => createAddressWithSeed({ ...place, seed })));
}
