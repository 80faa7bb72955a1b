import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { settingFields } from './setting-fields.ts';
import { apyPercent, instantText, solAmount, usdcAmount } from '../base/wire.ts';

/** Settings and prices in force, under the names that both the user side and the owner's side use. */
export const protocolSettings = z
  .object({
    ...settingFields('settings'),
    currentAPY: apyPercent,
    lmtPriceUSDC: usdcAmount,
    lmtPriceSOL: solAmount,
    lmtPrice: usdcAmount,
    usdcOffPeg: usdcAmount
      .nullable()
      .describe(
        'The price of USDC in USD while it pauses bonds in USDC; null while it holds its peg',
      ),
  })
  .meta({ id: 'ProtocolSettings' });
export type ProtocolSettings = z.infer<typeof protocolSettings>;

/** Change of a fee or of the APY; planned while `effectiveAt` is in the future. */
const settingChange = z.object({
  name: z.string().describe('As in the settings; currentAPY is the APY that the owner sets'),
  value: z.string().nullable().describe('As in the settings; null if no fee is set'),
  effectiveAt: instantText,
  madeAt: instantText,
});

export const protocolChanges = z
  .object({ changes: z.array(settingChange) })
  .meta({ id: 'ProtocolChanges' });
export type ProtocolChanges = z.infer<typeof protocolChanges>;

/** `custom` is a test validator or a fork, identified by the genesis hash stored at the first start. */
export const network = z.enum(['local', 'mainnet-beta', 'devnet', 'testnet', 'custom']);

export const status = z
  .object({
    paused: z.boolean(),
    pausedSince: instantText.nullable(),
    network,
    now: instantText,
    version: z.string(),
    /** Receivers of payments: the treasury for SOL, its token account for USDC. */
    treasuryAddress: z.string(),
    treasuryTokenAccount: z.string(),
    usdcMint: z.string(),
    /** Explorer page of a transaction, with `{signature}` as a placeholder; null if there is none. */
    explorerUrl: z.string().nullable(),
    /** Pages that give test money. */
    faucets: z.array(z.object({ token: z.enum(['SOL', 'USDC']), url: z.string() })),
  })
  .meta({ id: 'Status' });
export type Status = z.infer<typeof status>;

export const getSettings = {
  method: 'GET',
  path: PATHS.settings,
  summary: 'Fees, prices, APY and supply in force now',
  access: 'anyone',
  answers: { 200: protocolSettings },
} as const satisfies Endpoint;

export const getChanges = {
  method: 'GET',
  path: PATHS.changes,
  summary: 'Past and planned changes of fees and APY, the latest instant first',
  access: 'anyone',
  answers: { 200: protocolChanges },
} as const satisfies Endpoint;

export const getStatus = {
  method: 'GET',
  path: PATHS.status,
  summary: 'Whether the protocol is paused, on which network it runs, and its time',
  access: 'anyone',
  answers: { 200: status },
} as const satisfies Endpoint;
