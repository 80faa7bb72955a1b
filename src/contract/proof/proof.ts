import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  address,
  hundredths,
  instantText,
  reason,
  signature,
  tokenAmount,
  usdcAmount,
} from '../base/wire.ts';

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-01-31')
  .meta({ examples: ['2026-01-31'] });
/** 32 bytes in hex. */
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'] });
/** Units of 10⁻⁸ LMT, or base units of another asset, as digits. */
const units = z
  .string()
  .regex(/^\d{1,20}$/)
  .meta({ examples: ['1000000000'] });

const anchor = z.object({
  signature,
  slot: z.int(),
  memo: z.string(),
});

const proof = z
  .object({
    day,
    at: instantText.describe('When the snapshot was taken, the first after 00:00 UTC'),
    root: hash,
    totalUnits: units.describe('What is owed in LMT to all wallets together'),
    leaves: z.int().describe('Real leaves; fillers come after them, up to a power of two'),
    wallets: z.int().describe('Wallets to which something is owed'),
    logHead: hash.describe('Hash of the last line of the owner’s log'),
    otherLiabilities: z
      .array(
        z.object({
          asset: z.enum(['SOL', 'USDC']),
          units,
          what: z.enum(['fee credit', 'unmatched deposits', 'open payouts']),
        }),
      )
      .describe('Listed, not proven'),
    holdings: z.array(
      z.object({
        asset: z.enum(['SOL', 'USDC']),
        address,
        amount: tokenAmount,
        slot: z.int(),
        ownership: z
          .object({ message: z.string(), signature })
          .nullable()
          .describe('The treasury’s signature over the message; null until it has signed'),
      }),
    ),
    anchor: anchor.nullable().describe('Null until the memo is seen on the chain'),
    treasury: address.describe('Whose signatures the anchor and the holdings bear'),
    worth: z
      .object({
        lmtPriceUSDC: usdcAmount,
        liabilitiesUSD: usdcAmount,
        onChainUSD: usdcAmount,
        withEntriesUSD: usdcAmount,
        coverageOnChain: hundredths.nullable(),
        coverageWithEntries: hundredths.nullable(),
      })
      .describe('Covered by what the chain shows, and with what the owner has entered'),
    leavesKept: z
      .boolean()
      .describe(
        'Whether paths and leaves of the day are still answered; both are kept for 31 days',
      ),
  })
  .meta({ id: 'Proof' });
export type ProofJson = z.infer<typeof proof>;

const mine = z
  .object({
    day,
    wallet: address,
    root: hash,
    totalUnits: units,
    /** None where nothing was owed to the wallet. */
    entries: z.array(
      z.object({
        salt: hash,
        units,
        index: z.int(),
        path: z.array(z.object({ side: z.enum(['left', 'right']), hash, units })),
      }),
    ),
  })
  .meta({ id: 'MyProof' });
export type MyProofJson = z.infer<typeof mine>;

export const listProofs = {
  method: 'GET',
  path: PATHS.proofs,
  summary: 'Days whose liabilities are proven, newest first',
  access: 'anyone',
  answers: { 200: z.object({ days: z.array(day) }).meta({ id: 'ProofDays' }) },
} as const satisfies Endpoint;

export const getProof = {
  method: 'GET',
  path: PATHS.proof,
  summary: 'What was owed in LMT on a day, as the root of a tree, and what was held beside it',
  access: 'anyone',
  params: z.object({ day }),
  answers: { 200: proof },
  errors: [404],
} as const satisfies Endpoint;

export const getMyProof = {
  method: 'GET',
  path: PATHS.myProof,
  summary: 'The caller’s own leaves in a day’s tree, with their ways to the root',
  access: 'user',
  params: z.object({ day }),
  answers: { 200: mine },
  errors: [404],
} as const satisfies Endpoint;

export const getProofLeaves = {
  method: 'GET',
  path: PATHS.proofLeaves,
  summary: 'Every leaf of a day’s tree as a line of hash and units, in the order of the tree',
  access: 'anyone',
  params: z.object({ day }),
  mediaType: 'text/csv',
  answers: { 200: z.string() },
  errors: [404],
} as const satisfies Endpoint;

const anchored = z.object({ day, memo: z.string(), anchor: anchor.nullable() });

export const anchorProof = {
  method: 'POST',
  path: PATHS.anchorProof,
  summary: 'Anchors a day’s proof by the treasury’s wallet, in two calls',
  access: 'owner',
  params: z.object({ day }),
  body: z.object({ signedTransaction: z.string().max(4_000).optional(), reason }),
  answers: {
    200: anchored.meta({ id: 'AnchoredProof' }),
    202: anchored.extend({ transaction: z.string() }).meta({ id: 'AnchorToSign' }),
  },
  errors: [404, 409, 422],
} as const satisfies Endpoint;
export const signHoldings = {
  method: 'POST',
  path: PATHS.signHoldings,
  summary: 'Takes the treasury’s signatures for the accounts of a day’s proof',
  access: 'owner',
  params: z.object({ day }),
  body: z.object({ signatures: z.array(z.object({ address, signature })).min(1).max(4), reason }),
  answers: { 200: proof.pick({ day: true, holdings: true }).meta({ id: 'SignedHoldings' }) },
  errors: [404, 422],
} as const satisfies Endpoint;

export type AnchoredJson = z.infer<typeof anchored>;
