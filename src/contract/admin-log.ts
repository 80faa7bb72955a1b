import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';
import { instantText, limit } from './wire.ts';

export const getLog = {
  method: 'GET',
  path: PATHS.adminLog,
  summary: 'What the owner did, newest first, in pages, and whether the chain of hashes is whole',
  query: z.object({
    limit,
    /** The number of a line: those before it. */
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    search: z.string().max(100).optional(),
  }),
  answers: {
    200: z
      .object({
        entries: z.array(
          z.object({
            seq: z.int(),
            at: instantText,
            actor: z.string(),
            /** Method and path. */
            call: z.string(),
            reason: z.string().nullable(),
            before: z.unknown(),
            after: z.unknown(),
            hash: z.string(),
          }),
        ),
        holds: z.boolean(),
        nextCursor: z.string().nullable(),
      })
      .meta({ id: 'AdminLog' }),
  },
  errors: [401, 403],
} as const satisfies Endpoint;
