import { z } from 'zod';

/**
 * Who may make a call: anyone; anyone, with more in the response for a signed-in user; a signed-in user,
 * about their own data; that user or the owner; only the owner.
 */
export type Access = 'anyone' | 'maybe-user' | 'user' | 'reader' | 'owner';

/** One call of the API: how the server parses it and the client types it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Contains `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Schemas of successful responses, by status. */
  readonly answers: { readonly [status: number]: z.ZodType };
  /** Media type of the response; JSON if absent. */
  readonly mediaType?: 'text/csv' | 'text/calendar' | 'text/event-stream' | 'application/x-ndjson';
  /** The response is a one-time secret, so no Idempotency-Key stores it. */
  readonly isSecret?: true;
  /** Refusals are plain text, with code and request id in the headers x-error-code and x-request-id. */
  readonly refusesInText?: true;
  /**
   * Error statuses besides 400, 429, 500 and 503; besides 401 and 403 if access is restricted; and besides
   * 403 and 409 on writes.
   */
  readonly errors?: readonly number[];
}

export const OWNERS_FILE = {
  method: 'GET',
  access: 'owner',
  mediaType: 'text/csv',
  answers: { 200: z.string() },
} as const;

/** Body of every refusal: text, stable code, request id, and the code's context. */
export const errorBody = z
  .looseObject({
    error: z.string(),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' });
