import { MOVEMENT_KINDS } from '#domain/treasury/movement';
import { CONCERNS, MOVEMENT_LABELS, SHOWN_KINDS } from '#domain/treasury/movement-use';
import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { instantText, limit, payToken, uuid } from '../base/wire.ts';

/** Amount with all decimals of the token; negative if it left the account. */
const signed = z
  .string()
  .regex(/^-?\d+\.(\d{9}|\d{6})$/)
  .meta({ examples: ['-49.350000000'] });

const shownKind = z.enum(SHOWN_KINDS);

export const movement = z
  .object({
    id: uuid,
    /** Block time. */
    at: instantText,
    tokenType: payToken,
    kind: shownKind,
    amount: signed,
    /** Payer or receiver; null if no wallet clearly is. */
    counterparty: z.string().nullable(),
    signature: z.string(),
    /** True if the transaction failed: it cost a fee and moved nothing else. */
    failed: z.boolean(),
    /** Id of its bond, vault, deposit, sell request or user. */
    subject: uuid.nullable(),
    payoutId: uuid.nullable(),
    /** Reason why the owner must check it; null if it is explained or named. */
    concern: z.enum(CONCERNS).nullable(),
    /** True if the owner can name it. */
    canBeNamed: z.boolean(),
    label: z.enum(MOVEMENT_LABELS).nullable(),
    note: z.string().nullable(),
    namedAt: instantText.nullable(),
  })
  .meta({ id: 'Movement' });
export type MovementJson = z.infer<typeof movement>;

/** Opening + moved = balance, for one of the treasury's two accounts. */
export const movementFigure = z
  .object({
    tokenType: payToken,
    /** Balance when recording of the movements began, and that time; null if nothing is known. */
    opening: signed.nullable(),
    openedAt: instantText.nullable(),
    sums: z.array(z.object({ kind: shownKind, amount: signed, count: z.int() })),
    /** Balance according to the movements. */
    expected: signed,
    /** Balance after the newest transaction. */
    balance: signed,
    /** 0 if everything is explained to the last unit. */
    difference: signed,
    unclassified: z.int(),
  })
  .meta({ id: 'MovementFigure' });
export type MovementFigureJson = z.infer<typeof movementFigure>;

export const listMovements = {
  method: 'GET',
  access: 'owner',
  path: PATHS.adminMovements,
  summary: 'Movements on the treasury’s accounts, newest first, in pages, and their reconciliation',
  query: z.object({
    limit,
    /** `nextCursor` of the previous page. */
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    token: payToken.optional(),
    kind: z.enum(MOVEMENT_KINDS).optional(),
    /** `true` lists only movements that the owner must check. */
    concern: z.enum(['true', 'false']).optional(),
  }),
  answers: {
    200: z
      .object({
        figures: z.array(movementFigure),
        movements: z.array(movement),
        nextCursor: z.string().nullable(),
      })
      .meta({ id: 'Movements' }),
  },
} as const satisfies Endpoint;

export const nameMovement = {
  method: 'PATCH',
  access: 'owner',
  path: PATHS.adminMovement,
  summary: 'Names a movement; an unmatched deposit that is named becomes the owner’s own money',
  params: z.object({ id: uuid }),
  body: z.object({
    label: z.enum(MOVEMENT_LABELS),
    note: z.string().max(1_000).nullable().optional(),
  }),
  answers: { 200: movement },
  errors: [404, 409],
} as const satisfies Endpoint;
