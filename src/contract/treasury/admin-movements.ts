import { MOVEMENT_KINDS } from '#domain/treasury/movement';
import { CONCERNS, MOVEMENT_LABELS, SHOWN_KINDS } from '#domain/treasury/movement-use';
import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { instantText, limit, payToken, uuid } from '../base/wire.ts';

/** An amount with the token's full decimals; what left the account is negative. */
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
    /** Who paid or received it; null where no wallet clearly did. */
    counterparty: z.string().nullable(),
    signature: z.string(),
    /** Whether the transaction failed: then it cost a fee and moved nothing else. */
    failed: z.boolean(),
    /** The bond, vault, deposit, sell request or user that it was for. */
    subject: uuid.nullable(),
    payoutId: uuid.nullable(),
    /** Why the owner must look at it; null where it is explained or named. */
    concern: z.enum(CONCERNS).nullable(),
    /** Whether the owner can say what it was. */
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
    /** What the account held when its movements were first written down, and when; null while nothing is known. */
    opening: signed.nullable(),
    openedAt: instantText.nullable(),
    sums: z.array(z.object({ kind: shownKind, amount: signed, count: z.int() })),
    /** What the movements say that the account holds. */
    expected: signed,
    /** What it held after its newest transaction. */
    balance: signed,
    /** 0 where everything is explained to the last unit. */
    difference: signed,
    unclassified: z.int(),
  })
  .meta({ id: 'MovementFigure' });
export type MovementFigureJson = z.infer<typeof movementFigure>;

export const listMovements = {
  method: 'GET',
  access: 'owner',
  path: PATHS.adminMovements,
  summary: 'What moved on the treasury’s accounts, newest first, in pages, and whether it adds up',
  query: z.object({
    limit,
    /** What the page before it gave. */
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    token: payToken.optional(),
    kind: z.enum(MOVEMENT_KINDS).optional(),
    /** Only what the owner must look at. */
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
  summary:
    'Says what a movement was; an unmatched deposit that is named is the owner’s own money from then on',
  params: z.object({ id: uuid }),
  body: z.object({
    label: z.enum(MOVEMENT_LABELS),
    note: z.string().max(1_000).nullable().optional(),
  }),
  answers: { 200: movement },
  errors: [404, 409],
} as const satisfies Endpoint;
