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

/** A cycle's length in days. */
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
    /** Where in its life it is: 'ready' is vested and waits to be activated, 'window' can be restaked or unstaked. */
    phase: z.enum(['vesting', 'ready', 'running', 'window', 'completed']),
    /** Of the running cycle; before the first, the one in force now. */
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
    /** Whether the fee is final, which activating needs. */
    feeFinalized: z.boolean(),
    transactionHash: z.string().nullable(),
    /** Only in the window: what can still be taken out, and what restaking by hand or by itself costs and leaves. */
    window: z
      .object({
        withdrawable: lmtAmount,
        restake: z.object({ fee: lmtAmount, netAmount: lmtAmount }),
        autoRestake: z.object({ fee: lmtAmount, netAmount: lmtAmount }),
        /** The rates in force when it matured; no withdrawal fee while none is set. */
        restakeFee: z.string(),
        withdrawalFee: z.string().nullable(),
      })
      .nullable(),
    /** Taken back because its fee payment vanished from the chain. */
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
    /** What is left to pay; at "0" no transfer is needed. */
    lamports: lamportDigits,
    /** The whole fee. */
    feeSOL: solAmount,
    /** A key that the payment must name, so that it is found. */
    reference: z.string(),
    treasuryAddress: z.string(),
    expiresAt: instantText,
    /** The fee at the rate of the latest completed bond, for display. */
    display: z.object({ amount: tokenAmount, tokenType: payToken }).nullable(),
    /** Lamports that stand to the user and can be used. */
    credit: lamportDigits,
  })
  .meta({ id: 'FeeQuote' });
export type FeeQuoteJson = z.infer<typeof feeQuote>;

export const getFeeQuote = {
  method: 'GET',
  path: PATHS.feeQuote,
  summary: 'The staking fee for an amount of LMT, held for ten minutes',
  access: 'user',
  query: z.object({ amount: requestAmount }),
  answers: { 200: feeQuote },
  errors: [422],
} as const satisfies Endpoint;

export const openStake = {
  method: 'POST',
  path: PATHS.stakes,
  summary: 'Locks LMT in a vault that vests for 24 hours; its fee must be paid or stand as credit',
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
  summary: 'Releases a vault that is past its window and does not restake by itself',
  access: 'user',
  params: z.object({ id: uuid }),
  body: z.object({ status: z.literal('completed') }),
  answers: { 200: stake },
  errors,
} as const satisfies Endpoint;

export const chooseAutoRestake = {
  method: 'PATCH',
  path: PATHS.autoRestake,
  summary: 'Changes what happens when a window ends and nothing was done',
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
  summary: 'Takes part of a matured vault out',
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
