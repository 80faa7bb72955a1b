import { type Address, getAddressEncoder, isAddress, isOffCurveAddress } from '@solana/kit';
import { isStrictPoint } from '#domain/base/ed25519-points';
import { ConfigError, type Env, text } from './config-values.ts';

/**
 * Addresses of wallets that sign, separated by commas; empty if the variable is not set. An address off
 * the curve is refused: it has no private key, so it could never sign.
 */
export function signersOf(env: Env, name: string): readonly string[] {
  const addresses = text(env, name)
    ?.split(',')
    .map((part) => part.trim());
  if (!addresses) return [];
  if (!addresses.every(isAddress) || new Set(addresses).size < addresses.length) {
    throw new ConfigError(name, 'must be Solana addresses, each once, with commas between');
  }
  for (const address of addresses) {
    refuseForgeable(name, address);
    if (isOffCurveAddress(address)) {
      throw new ConfigError(name, `names ${address}, which is off the curve: it can never sign`);
    }
  }
  return addresses;
}

/** Address of the treasury; null if it is not set. It may be off the curve, as a multisig's vault is. */
export function treasuryOf(env: Env, name: string): string | null {
  const address = text(env, name);
  if (address === null) return null;
  if (!isAddress(address)) throw new ConfigError(name, 'must be a Solana address');
  refuseForgeable(name, address);
  return address;
}

function refuseForgeable(name: string, address: Address): void {
  if (isStrictPoint(Uint8Array.from(getAddressEncoder().encode(address)))) return;
  throw new ConfigError(
    name,
    `names ${address}, a point of small order: anybody can forge its signatures`,
  );
}
