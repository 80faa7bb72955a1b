import { type Localnet, openLocalnet } from './localnet.ts';
import { type Served, serveLocalnet } from './serve.ts';

/** Where clients look for a local validator. */
export const DEFAULT_PORT = 8_899;

export interface StartOptions {
  /** Of the loopback; 0 takes any that is free. 8899 where it is missing. */
  readonly port?: number;
  /** Where everything is kept; where it is missing, everything is gone with the process. */
  readonly dataDir?: string;
  /** How long a slot lasts, in ms; as the folder's chain had it where it is missing, at first 400. */
  readonly slotMs?: number;
  /** The time in ms since 1970, for tests that move it: never goes back, may jump forward. */
  readonly now?: () => number;
}

/** A chain that is served over HTTP, until it is closed. */
export interface RunningLocalnet extends Served, Omit<Localnet, 'respond' | 'upgrade'> {}

export class PortInUseError extends Error {
  constructor(port: number) {
    super(`port ${port} is in use: stop what listens there, or choose another port`);
  }
}

/** The machine's time, which may be set back, as a time that never goes back. */
function steadyNow(): () => number {
  let newest = 0;
  return () => {
    newest = Math.max(newest, Date.now());
    return newest;
  };
}

/**
 * Starts a chain and serves it. Rejects with PortInUseError, and with LockedError where another process
 * has the folder.
 */
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
