import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  apyPercent,
  dailyPercent,
  instantText,
  lmtAmount,
  payToken,
  requestAmount,
  signature,
  solAmount,
  tokenAmount,
  uuid,
} from '../base/wire.ts';

/** Cycle length in days. */
const DURATION = 7;

export const stake = z
  .object({
    id: uuid,
    userId: uuid,
    /** Principal; in the window, what is left of it. */
    amount: lmtAmount,
    originalAmount: lmtAmount,
    type: z.literal('manual'),
    status: z.enum(['vesting', 'active', 'completed']),
    /** 'ready' is vested and waits for activation; 'window' can be restaked or unstaked. */
    phase: z.enum(['vesting', 'ready', 'running', 'window', 'completed']),
    /** APY of the running cycle; before the first, the one in force now. */
    apy: apyPercent,
    dailyRate: dailyPercent,
    duration: z.literal(DURATION),
    rewardsAccrued: lmtAmount,
    totalRewardsEarned: lmtAmount,
    cycleNumber: z.int(),
    lastRestakeType: z.enum(['manual', 'auto']).nullable(),
    lastRestakeFeeAmount: lmtAmount.nullable(),
    lastRestakeFeeToken: z.literal('LMT'),
    vestingStartTime: instantText,
    vestingEndTime: instantText,
    vaultStartTime: instantText.nullable(),
    vaultEndTime: instantText.nullable(),
    restakeWindowEndTime: instantText.nullable(),
    restakeProcessedAt: instantText.nullable(),
    autoRestakeEnabled: z.boolean(),
    stakingFeePaid: solAmount,
    feeTokenType: z.literal('SOL'),
    /** True if the fee payment is finalized, which activation requires. */
    feeFinalized: z.boolean(),
    transactionHash: z.string().nullable(),
    /** Only in the window: what can be withdrawn, and the fee and result of a manual or an automatic restake. */
    window: z
      .object({
        withdrawable: lmtAmount,
        restake: z.object({ fee: lmtAmount, netAmount: lmtAmount }),
        autoRestake: z.object({ fee: lmtAmount, netAmount: lmtAmount }),
        /** Rates in force at maturity; no withdrawal fee if none is set. */
        restakeFee: z.string(),
        withdrawalFee: z.string().nullable(),
      })
      .nullable(),
    /** True if the stake was voided, because its fee payment vanished from the chain. */
    voided: z.boolean(),
    completedAt: instantText.nullable(),
    createdAt: instantText,
  })
  .meta({ id: 'Stake' });
export type StakeJson = z.infer<typeof stake>;

const lamportDigits = z
  .string()
  .regex(/^\d+$/)
  .meta({ examples: ['493500000'] });
export const feeQuote = z
  .object({
    /** Amount left to pay; at "0" no transfer is needed. */
    lamports: lamportDigits,
    /** Full fee. */
    feeSOL: solAmount,
    /** Key that the payment must name, so that the server finds it. */
    reference: z.string(),
    treasuryAddress: z.string(),
    expiresAt: instantText,
    /** Fee at the rate of the latest completed bond, for display. */
    display: z.object({ amount: tokenAmount, tokenType: payToken }).nullable(),
    /** Usable fee credit of the user, in lamports. */
    credit: lamportDigits,
  })
  .meta({ id: 'FeeQuote' });
export type FeeQuoteJson = z.infer<typeof feeQuote>;

export const getFeeQuote = {
  method: 'GET',
  path: PATHS.feeQuote,
  summary: 'The staking fee for an amount of LMT, fixed for ten minutes',
  access: 'user',
  query: z.object({ amount: requestAmount }),
  answers: { 200: feeQuote },
  errors: [422],
} as const satisfies Endpoint;

export const openStake = {
  method: 'POST',
  path: PATHS.stakes,
  summary:
    'Locks LMT in a vault that vests for 24 hours; its fee must be paid, or covered by credit',
  access: 'user',
  body: z.object({
    userId: uuid,
    amount: requestAmount,
    autoRestakeEnabled: z.boolean().default(false),
    feeTransactionHash: signature.optional(),
  }),
  answers: { 200: stake, 201: stake },
  errors: [402, 409, 422],
} as const satisfies Endpoint;

export const listStakes = {
  method: 'GET',
  path: PATHS.userStakes,
  summary: 'All stakes of a user, newest first',
  access: 'reader',
  params: z.object({ userId: uuid }),
  answers: { 200: z.array(stake) },
} as const satisfies Endpoint;

const errors = [404, 409] as const;
const params = z.object({ stakeId: uuid });

export const activateStake = {
  method: 'POST',
  path: PATHS.activateStake,
  summary: 'Starts the first cycle of a vested stake',
  access: 'user',
  params,
  answers: { 200: stake },
  errors,
} as const satisfies Endpoint;

export const completeStake = {
  method: 'PATCH',
  path: PATHS.stake,
  summary: 'Releases a vault whose window has ended with auto-restake off',
  access: 'user',
  params: z.object({ id: uuid }),
  body: z.object({ status: z.literal('completed') }),
  answers: { 200: stake },
  errors,
} as const satisfies Endpoint;

export const chooseAutoRestake = {
  method: 'PATCH',
  path: PATHS.autoRestake,
  summary: 'Turns auto-restake at the end of a window on or off',
  access: 'user',
  params: z.object({ id: uuid }),
  body: z.object({ enabled: z.boolean() }),
  answers: { 200: stake },
  errors,
} as const satisfies Endpoint;

export const restakeStake = {
  method: 'POST',
  path: PATHS.restake,
  summary: 'Restakes a matured vault; refusals are plain text',
  access: 'user',
  params,
  answers: { 200: stake.extend({ netAmount: lmtAmount, fee: lmtAmount }).meta({ id: 'Restaked' }) },
  refusesInText: true,
  errors,
} as const satisfies Endpoint;

export const withdraw = {
  method: 'POST',
  path: PATHS.withdraw,
  summary: 'Withdraws part of a matured vault',
  access: 'user',
  params,
  body: z.object({ amount: requestAmount }),
  answers: {
    200: stake
      .extend({ withdrawn: lmtAmount, fee: lmtAmount, netAmount: lmtAmount })
      .meta({ id: 'Withdrawn' }),
  },
  errors: [...errors, 422],
} as const satisfies Endpoint;
