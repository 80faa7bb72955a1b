import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Chain } from '#localnet/bank/chain';
import { keyAt } from '#localnet/bytes/key';
import { Writer } from '#localnet/bytes/writer';
import { Faucet } from '#localnet/faucet';
import { openGenesis } from '#localnet/genesis';
import { type Keypair, keypair } from '#localnet/keypair';
import { SYSTEM } from '#localnet/programs';
import { FileJournal } from '#localnet/store/journal';
import { SnapshotFiles } from '#localnet/store/snapshot';
import { composeTransaction } from '#localnet/tx/compose';
import { parseTransaction } from '#localnet/tx/parse';

const PER_SLOT = 50;
const LAMPORTS = 2_000_000n;

/**
 * Fills a folder's chain with `count` transfers from its faucet, each to a fresh account or to one of
 * a thousand, and each with a reference key of its own. Past HTTP and signatures, but through the
 * chain's own doors; answers with the time of its clock at the end.
 */
export async function synthesize(dir: string, count: number, startMs: number): Promise<number> {
  let ms = startMs;
  const genesis = openGenesis(dir, ms);
  const chain = new Chain(
    genesis,
    () => ms,
    new FileJournal(`${dir}/journal`),
    new SnapshotFiles(dir),
  );
  new Faucet(chain).endow();
  chain.restore();
  const payer: Keypair = { ...keypair(genesis.faucetSeed), sign: () => randomBytes(64) };
  const known = Array.from({ length: 1_000 }, () => keyAt(randomBytes(32)));
  for (let i = 0; i < count; i++) {
    if (i % PER_SLOT === 0) {
      ms += 400;
      chain.tick();
      await chain.durable();
      await setImmediate();
    }
    const to = i % 10 === 0 ? keyAt(randomBytes(32)) : known[i % known.length]!;
    const data = new Writer(12)
      .u32(2)
      .u64(LAMPORTS + BigInt(i))
      .done();
    const accounts = [
      { key: payer.key, signer: true, writable: true },
      { key: to, writable: true },
      { key: keyAt(randomBytes(32)) },
    ];
    const bytes = composeTransaction([payer], chain.blockhashes.of(chain.slot), [
      { program: SYSTEM, accounts, data },
    ]);
    const transaction = parseTransaction(bytes);
    const resolved = chain.resolve(transaction);
    if (typeof resolved === 'string') throw new Error(resolved);
    const { landed, effects } = chain.land(transaction, resolved, false);
    if (!landed) throw new Error(JSON.stringify(effects.execution));
  }
  await chain.close();
  return ms;
}
