import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAddressFromPublicKey } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBase58 } from '#localnet/bytes/base58';
import { randomKeypair } from '#localnet/keypair';
import { ConfigError } from '../config/config-values.ts';
import type { LocalNetwork } from '../kernel/base/local-network.ts';
import { treasuryKeyOf } from './treasury-key.ts';

const owner = randomKeypair();
const other = randomKeypair();
const OWNER = { address: owner.address, secretKey: encodeBase58(owner.secretKey) };
const OTHER = { address: other.address, secretKey: encodeBase58(other.secretKey) };
/** Builds a local network with only its wallets. */
const local = (...wallets: object[]): LocalNetwork => ({ wallets }) as unknown as LocalNetwork;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lmt-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fromFile(
  text: string,
  wallet: string = owner.address,
  mode = 0o600,
): Promise<string | null> {
  const path = join(folder, 'key');
  await writeFile(path, text);
  await chmod(path, mode);
  const key = await treasuryKeyOf({ kind: 'file', path }, null, wallet);
  return key && getAddressFromPublicKey(key.publicKey);
}

describe('the key that signs payouts', () => {
  test('is the owner’s on the local network, if it has that wallet', async () => {
    const key = await treasuryKeyOf({ kind: 'default' }, local(OWNER, OTHER), owner.address);
    expect(await getAddressFromPublicKey(key!.publicKey)).toBe(owner.address);
    expect(await treasuryKeyOf({ kind: 'default' }, local(OTHER), owner.address)).toBeNull();
  });

  test('is not on the server on a cluster, or if configured as none', async () => {
    expect(await treasuryKeyOf({ kind: 'default' }, null, owner.address)).toBeNull();
    expect(await treasuryKeyOf({ kind: 'none' }, local(OWNER), owner.address)).toBeNull();
  });

  test.each<[string, string]>([
    ['64 bytes as JSON, as key files have them', JSON.stringify([...owner.secretKey])],
    ['the same over several lines', `\n${JSON.stringify([...owner.secretKey], null, 1)}\n`],
    ['the 32 bytes of the seed', JSON.stringify(Array.from(owner.secretKey.slice(0, 32)))],
    ['base 58', `${OWNER.secretKey}\n`],
  ])('is read from a file with %s', async (_, text) => {
    expect(await fromFile(text)).toBe(owner.address);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['something else', 'not a key!'],
    ['half a key', JSON.stringify(Array.from(owner.secretKey.slice(0, 31)))],
    ['words', JSON.stringify(['a', 'b'])],
    ['an object', JSON.stringify({ key: [...owner.secretKey] })],
    ['half of JSON', '[1, 2'],
    [
      'two halves of two keys',
      JSON.stringify([...owner.secretKey.slice(0, 32), ...other.secretKey.slice(32)]),
    ],
  ])('stops the start for a file with %s, without printing it', async (_, text) => {
    const start = fromFile(text);
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow('TREASURY_KEYPAIR must be the path of a key file, or none');
  });

  test.each([0o644, 0o604, 0o602])(
    'stops the start for a file of mode %o, which other users can access',
    async (mode) => {
      const start = fromFile(OWNER.secretKey, owner.address, mode);
      await expect(start).rejects.toThrow(
        /^TREASURY_KEYPAIR names a file that every user of the machine can read or change: chmod 600 it$/,
      );
      expect(await fromFile(OWNER.secretKey, owner.address, 0o640)).toBe(owner.address);
    },
  );

  test('stops the start if it is another wallet’s, or its file is missing', async () => {
    await expect(fromFile(JSON.stringify([...other.secretKey]))).rejects.toThrow(
      /^TREASURY_KEYPAIR is not the key of the treasury’s wallet$/,
    );
    const path = join(folder, 'missing');
    await expect(treasuryKeyOf({ kind: 'file', path }, null, owner.address)).rejects.toThrow(
      /^TREASURY_KEYPAIR must/,
    );
  });
});
