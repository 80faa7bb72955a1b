import { z } from 'zod';

/**
 * Who may make a call: anyone; anyone, with more in the answer for a signed-in user; a signed-in user,
 * about what is their own; the same or the owner; the owner alone.
 */
export type Access = 'anyone' | 'maybe-user' | 'user' | 'reader' | 'owner';

/** One call of the API: how it is parsed on the server and typed in the client. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` where a parameter stands. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** By status, for the answers that are not errors. */
  readonly answers: { readonly [status: number]: z.ZodType };
  /** What its answers are, where not JSON. */
  readonly mediaType?: 'text/csv' | 'text/calendar' | 'text/event-stream' | 'application/x-ndjson';
  /** Its answer is a secret that is handed out once: no Idempotency-Key keeps it. */
  readonly isSecret?: true;
  /** Its refusals are plain text, with code and request id in the headers x-error-code and x-request-id. */
  readonly refusesInText?: true;
  /**
   * Statuses of the errors that it can answer with, beside 400, 429, 500 and 503; 401 and 403 where not
   * anyone may call it; on writes 403 and 409.
   */
  readonly errors?: readonly number[];
}

/** A call whose answer the owner saves as a file. */
export const OWNERS_FILE = {
  method: 'GET',
  access: 'owner',
  mediaType: 'text/csv',
  answers: { 200: z.string() },
} as const;

/** The body of every refusal: text, stable code, the request's id, and what the code says beside it. */
export const errorBody = z
  .looseObject({
    error: z.string(),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' });
