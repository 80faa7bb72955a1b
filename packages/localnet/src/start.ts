import { type Localnet, openLocalnet } from './localnet.ts';
import { type Served, serveLocalnet } from './serve.ts';

/** Default port of a local validator. */
export const DEFAULT_PORT = 8_899;

export interface StartOptions {
  /** Loopback port; 0 picks any free one. Default 8899. */
  readonly port?: number;
  /** Data folder; default: in memory only. */
  readonly dataDir?: string;
  /** Slot duration in ms; default: as stored in the folder, 400 for a new chain. */
  readonly slotMs?: number;
  /** Time in ms since 1970, for tests. Must be monotonic; may jump forward. */
  readonly now?: () => number;
}

/** Chain served over HTTP. */
export interface RunningLocalnet extends Served, Omit<Localnet, 'respond' | 'upgrade'> {}

export class PortInUseError extends Error {
  constructor(port: number) {
    super(`port ${port} is in use: stop what listens there, or choose another port`);
  }
}

/** Returns a monotonic clock, because the machine's time may be set back. */
function steadyNow(): () => number {
  let newest = 0;
  return () => {
    newest = Math.max(newest, Date.now());
    return newest;
  };
}

/** Starts a chain and serves it. Rejects with PortInUseError, or LockedError if another process has the folder open. */
export async function startLocalnet({
  port = DEFAULT_PORT,
  dataDir,
  slotMs,
  now = steadyNow(),
}: StartOptions = {}): Promise<RunningLocalnet> {
  const net = await openLocalnet({
    dir: dataDir ?? null,
    now,
    ...(slotMs === undefined ? {} : { slotMs }),
  });
  let served: Served;
  try {
    served = await serveLocalnet(net, port);
  } catch (error) {
    await net.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortInUseError(port) : error;
  }
  return {
    ...served,
    faults: net.faults,
    genesisHash: net.genesisHash,
    faucetAddress: net.faucetAddress,
    get slotMs() {
      return net.slotMs;
    },
    setSlotMs: (ms) => net.setSlotMs(ms),
    slot: () => net.slot(),
    airdrop: (address, lamports) => net.airdrop(address, lamports),
    createMint: (mint, decimals) => net.createMint(mint, decimals),
    mintTo: (mint, owner, units) => net.mintTo(mint, owner, units),
    close: async () => {
      await net.close();
      await served.close();
    },
  };
}
