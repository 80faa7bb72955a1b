import { readFile, stat } from 'node:fs/promises';
import { getAddressFromPublicKey, getBase58Encoder } from '@solana/kit';
import { type KeyPair, keyPairOf } from '../kernel/chain/sign.ts';
import type { TreasuryKeypair } from '../config.ts';
import { ConfigError } from '../config/config-values.ts';
import type { LocalNetwork } from '../kernel/base/local-network.ts';

const NAME = 'TREASURY_KEYPAIR';
/** Read, write and execute of users that are neither the owner of a file nor in its group. */
const OTHERS = 0o007;

/** Reads the secret of a key file: a JSON array of 64 (or 32) bytes, or base58. */
function secretIn(text: string): Uint8Array {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return new Uint8Array(getBase58Encoder().encode(trimmed));
  return Uint8Array.from(JSON.parse(trimmed) as number[]);
}

/**
 * Returns the key that signs payouts on the server; null if an owner's wallet signs. `treasury` is null until
 * the local network's first start creates it; a file's key is then not compared.
 */
export async function treasuryKeyOf(
  configured: TreasuryKeypair,
  local: Pick<LocalNetwork, 'wallets'> | null,
  treasury: string | null,
): Promise<KeyPair | null> {
  if (configured.kind === 'none') return null;
  if (configured.kind === 'default') {
    const owner = local?.wallets.find(({ address }) => address === treasury);
    return owner ? keyPairOf(secretIn(owner.secretKey)) : null;
  }
  const key = await readFile(configured.path, 'utf8')
    .then((text) => keyPairOf(secretIn(text)))
    .catch(() => null);
  if (!key) throw new ConfigError(NAME, 'must be the path of a key file, or none');
  const { mode } = await stat(configured.path);
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
    throw new ConfigError(
      NAME,
      'names a file that every user of the machine can read or change: chmod 600 it',
    );
  }
  if (treasury !== null && (await getAddressFromPublicKey(key.publicKey)) !== treasury) {
    throw new ConfigError(NAME, 'is not the key of the treasury’s wallet');
  }
  return key;
}
