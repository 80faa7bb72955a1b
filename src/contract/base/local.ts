import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';
import { address, requestInstant, instantText } from './wire.ts';

/** Wallets of the local network with their keys, for trying things out. */
export const localInfo = z
  .object({
    network: z.literal('local'),
    now: instantText,
    ownerWallet: z.string(),
    usdcMint: z.string(),
    faucetAddress: z.string(),
    wallets: z.array(z.object({ name: z.string(), address: z.string(), secretKey: z.string() })),
  })
  .meta({ id: 'LocalNetwork' });

export const getLocal = {
  method: 'GET',
  path: PATHS.local,
  summary: 'The local network: its time, token mint and wallets',
  access: 'anyone',
  answers: { 200: localInfo },
  errors: [404],
} as const satisfies Endpoint;

export const airdrop = {
  method: 'POST',
  path: PATHS.airdrop,
  summary: 'Sends test funds from the local network’s faucet',
  access: 'anyone',
  body: z.object({
    walletAddress: address,
    sol: z.string().optional(),
    usdc: z.string().optional(),
  }),
  answers: { 200: z.object({ signature: z.string() }).meta({ id: 'Airdrop' }) },
  errors: [404, 422],
} as const satisfies Endpoint;

export const moveClock = {
  method: 'POST',
  path: PATHS.clock,
  summary: 'Moves chain and protocol time forward together',
  access: 'anyone',
  body: z.union([
    z.strictObject({ advanceMs: z.int().nonnegative() }),
    z.strictObject({ now: requestInstant }),
  ]),
  answers: { 200: z.object({ now: instantText }).meta({ id: 'LocalClock' }) },
  errors: [404, 422],
} as const satisfies Endpoint;
