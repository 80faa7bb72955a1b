/** What a call that did not succeed throws. `code` and `requestId` are null where the answer had none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 where no answer came at all. */
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string | null;
  /** The answer's body: parsed where it is JSON, else its text. */
  readonly body: unknown;

  constructor(
    message: string,
    facts: { status: number; code: string | null; requestId: string | null; body: unknown },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.body = facts.body;
  }

  /** By which support finds what failed: the request's id, else what is known of the answer; null where none came. */
  get reference(): string | null {
    // The server names each of its refusals; the demo's are in no log.
    const isRefusal = this.code !== null;
    if (this.requestId !== null || this.status === 0 || isRefusal) return this.requestId;
    // A proxy's page says nothing from its first tag on.
    return /^[^<\n]{0,80}/.exec(this.message)?.[0].replace(/[: ]+$/, '') ?? null;
  }
}

/** Whether a call had no answer at all. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

/** Whether the server has said no: the same call has no better answer. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The error of a non-OK answer; its message is the status, a colon and the body or status text. */
export async function answerError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  return new ApiError(`${response.status}: ${text === '' ? response.statusText : text}`, {
    status: response.status,
    code: field(body, 'code') ?? response.headers.get('x-error-code'),
    requestId: field(body, 'requestId') ?? response.headers.get('x-request-id'),
    body,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function field(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}
