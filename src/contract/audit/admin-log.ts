import { z } from 'zod';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { requestInstant, instantText, limit, search } from '../base/wire.ts';

/** Filter of the log's lines. */
const found = {
  search,
  /** Part of method and path. */
  call: z.string().max(200).optional(),
  /** Inclusive start, and exclusive end. */
  from: requestInstant.optional(),
  to: requestInstant.optional(),
};

export const getLog = {
  method: 'GET',
  path: PATHS.adminLog,
  summary: 'The owner’s log, newest first, in pages, and whether its hash chain is intact',
  access: 'owner',
  query: z.object({
    limit,
    /** Number of a line: returns the lines before it. */
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    ...found,
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
        /** True if the hash chain is intact: no line was changed or removed. */
        holds: z.boolean(),
        /** First line that does not follow from the one before it. */
        firstBroken: z.int().nullable(),
        /** Lines that were stored with U+FFFD for half a surrogate pair, and not changed since. */
        garbled: z.array(z.int()),
        nextCursor: z.string().nullable(),
      })
      .meta({ id: 'AdminLog' }),
  },
} as const satisfies Endpoint;

export const exportLog = {
  ...OWNERS_FILE,
  path: PATHS.adminLogCsv,
  summary: 'The owner’s log, newest first, as a file',
  query: z.object(found),
} as const satisfies Endpoint;
