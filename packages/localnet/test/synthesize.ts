import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Chain } from '../src/bank/chain.ts';
import { keyAt } from '../src/bytes/key.ts';
import { Writer } from '../src/bytes/writer.ts';
import { Faucet } from '../src/faucet.ts';
import { openGenesis } from '../src/genesis.ts';
import { type Keypair, keypair } from '../src/keypair.ts';
import { SYSTEM } from '../src/programs.ts';
import { Slots } from '../src/slots.ts';
import { FileJournal } from '../src/store/journal.ts';
import { SnapshotFiles } from '../src/store/snapshot.ts';
import { composeTransaction } from '../src/tx/compose.ts';
import { parseTransaction } from '../src/tx/parse.ts';

const PER_SLOT = 50;
const LAMPORTS = 2_000_000n;

/**
 * Fills a stored chain with `count` transfers from its faucet, bypassing HTTP and signature checks.
 * Recipients are fresh accounts or one of a thousand; each transfer has its own reference key. Returns the
 * clock's time at the end.
 */
export async function synthesize(dir: string, count: number, startMs: number): Promise<number> {
  let ms = startMs;
  const genesis = openGenesis(dir, ms);
  const slots = new Slots({ dir, slotZeroMs: genesis.slotZeroMs, now: () => ms });
  const journal = new FileJournal(`${dir}/journal`);
  const chain = new Chain({ genesis, slots, journal, snapshots: new SnapshotFiles(dir) });
  new Faucet(chain).endow();
  chain.restore();
  const faucet = keypair(genesis.faucetSeed);
  const payer: Keypair = { ...faucet, sign: () => randomBytes(64) };
  const known = Array.from({ length: 1_000 }, () => keyAt(randomBytes(32)));
  for (let i = 0; i < count; i++) {
    if (i % PER_SLOT === 0) {
      ms += 400;
      chain.tick();
      await chain.durable();
      await setImmediate();
    }
    const to = (i % 10 > 0 && known[i % known.length]) || keyAt(randomBytes(32));
    const data = new Writer(12)
      .u32(2)
      .u64(LAMPORTS + BigInt(i))
      .done();
    const accounts = [
      { key: payer.key, signer: true, writable: true },
      { key: to, writable: true },
      { key: keyAt(randomBytes(32)) },
    ];
    // The newest record needs a valid signature, because a start verifies it.
    const signer = i === count - 1 ? faucet : payer;
    const bytes = composeTransaction([signer], chain.blockhashes.of(chain.slot), [
      { program: SYSTEM, accounts, data },
    ]);
    const transaction = parseTransaction(bytes);
    const resolved = chain.resolve(transaction);
    if (typeof resolved === 'string') throw new Error(resolved);
    const { landed, effects } = chain.land(transaction, resolved);
    if (!landed) throw new Error(JSON.stringify(effects.execution));
  }
  await chain.close();
  return ms;
}
