import { createInterface } from 'node:readline';
import { type Localnet, openLocalnet } from '../src/localnet.ts';
import { openWallets } from '../src/wallets.ts';

/** Process to be killed: `crash-child.ts <mode> <folder>`. Prints one line per response of the chain. */
const [mode = '', dir = ''] = process.argv.slice(2);
const out = (line: string): void => void process.stdout.write(`${line}\n`);

/** Airdrops one more lamport each time, several in parallel, until killed. */
async function airdropForever(net: Localnet, address: string): Promise<void> {
  const one = async (lane: number): Promise<void> => {
    for (let i = 1; ; i++) {
      const lamports = BigInt(1_000_000 + i * 10 + lane);
      out(`done ${await net.airdrop(address, lamports)} ${lamports}`);
    }
  };
  await Promise.all([0, 1, 2, 3].map(one));
}

// Faster than real time, so that transactions finalize and snapshots are taken.
const started = Date.now();
const now = (): number =>
  started + (Date.now() - started) * 200 + Number(process.env['AHEAD_MS'] ?? 0);

const net = await openLocalnet({ dir, now });
out('open');
if (mode === 'wallets') {
  const { wallets } = await openWallets(net, dir);
  out(`funded ${wallets.length}`);
} else {
  const lines = createInterface({ input: process.stdin });
  lines.once('line', (address) => void airdropForever(net, address));
}
