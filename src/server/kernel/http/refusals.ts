import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Kind, type Refusal, kindOf, messageOf } from '#domain/base/errors';
import { refuse } from '#domain/base/result';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { isUnavailable } from '../base/unavailable.ts';

/** Default Retry-After of unavailability, such as a pause or a missing price. */
const UNAVAILABLE_SECONDS = 10;

/** Sends a refusal as JSON: text, code, request id, and the code's context. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return headed(reply, refusal).send(bodyOf(refusal, reply.request.id));
}

/** Sends a refusal as plain text, with the code in a header. */
export function sendRefusalText(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return headed(reply, refusal)
    .header('x-error-code', refusal.code)
    .type('text/plain; charset=utf-8')
    .send(messageOf(refusal));
}

function headed(reply: FastifyReply, { code, context }: Refusal): FastifyReply {
  // Set here too, because a request may be refused before any hook has run.
  void reply.header('x-request-id', reply.request.id);
  const kind = kindOf(code);
  if ('retryAfterSeconds' in context) void reply.header('retry-after', context.retryAfterSeconds);
  else if (kind === 'unavailable') void reply.header('retry-after', UNAVAILABLE_SECONDS);
  return reply.status(STATUS[kind]);
}

export function bodyOf(refusal: Refusal, requestId: string): object {
  const { code, context } = refusal;
  return { error: messageOf(refusal), code, requestId, ...context };
}

/** Builds an error handler that sends errors as refusals. Logs only internal faults as errors. */
const errorHandler =
  (send: typeof sendRefusal) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { refusal } = refusalFor(error, reply);
    if (kindOf(refusal.code) === 'fault') request.log.error({ err: error }, 'request failed');
    else
      request.log.info({ code: refusal.code, reason: shownUrl(error.message) }, 'request refused');
    void send(reply, refusal);
  };

export const onError = errorHandler(sendRefusal);
export const onErrorText = errorHandler(sendRefusalText);

function refusalFor(error: FastifyError, reply: FastifyReply): { refusal: Refusal } {
  if (error.validation) {
    const issues = error.validation.map(({ instancePath, message }) =>
      `${instancePath.slice(1).replaceAll('/', '.')} ${message ?? ''}`.trim(),
    );
    return refuse('MALFORMED', { issues });
  }
  if (error instanceof ClockSkewed) return refuse('CLOCK_SKEW');
  if (isUnavailable(error)) return refuse('DATABASE_UNAVAILABLE', { retryAfterSeconds: 1 });
  switch (error.statusCode) {
    case 413:
      return refuse('BODY_TOO_LARGE');
    case 429:
      return refuse('RATE_LIMITED', {
        retryAfterSeconds: Number(reply.getHeader('retry-after') ?? 60),
      });
    case 414:
      return refuse('MALFORMED', { issues: ['path: a part of it is too long'] });
    case 400:
    case 415:
      return refuse('MALFORMED', { issues: [shownUrl(error.message)] });
    default:
      return refuse('INTERNAL');
  }
}

export function onNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(
    reply,
    refuse('NOT_FOUND', { what: `${request.method} ${shownUrl(request.url)}` }).refusal,
  );
}

const CALENDAR = /calendar\/.*/is;
const ESCAPED_ASCII = /%([0-7][\da-f])/gi;
/** The router decodes a path once, and a proxy may have encoded it again. */
const DECODINGS = 3;

/**
 * The URL of a request as it may be logged and returned: everything after `calendar/`, which holds the
 * token of a calendar, is replaced. The path may be percent-encoded, also in part or wrongly.
 */
export function shownUrl(url: string): string {
  let plain = url;
  for (let pass = 0; pass < DECODINGS; pass += 1) {
    plain = plain.replaceAll(ESCAPED_ASCII, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  }
  const shown = plain.replace(CALENDAR, 'calendar/:token');
  return shown === plain ? url : shown;
}

/** The HTTP status of each kind of refusal. */
export const STATUS: { readonly [K in Kind]: number } = {
  malformed: 400,
  unauthenticated: 401,
  feeDue: 402,
  forbidden: 403,
  unknown: 404,
  notNow: 409,
  outOfRange: 422,
  tooMany: 429,
  unavailable: 503,
  fault: 500,
};
