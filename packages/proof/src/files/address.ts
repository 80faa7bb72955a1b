import { getBase58Decoder, getBase58Encoder } from '@solana/kit';

const ADDRESS_BYTES = 32;

/** Returns the bytes of a base58 text; null if it is not one. */
export function base58Bytes(text: string): Uint8Array | null {
  try {
    return new Uint8Array(getBase58Encoder().encode(text));
  } catch {
    return null;
  }
}

/** Returns the 32 bytes of a Solana address; null if it is not one. */
export function addressBytes(address: string): Uint8Array | null {
  const bytes = base58Bytes(address);
  return bytes?.length === ADDRESS_BYTES ? bytes : null;
}

/** Returns the base58 address of 32 bytes. */
export const addressOf = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);
