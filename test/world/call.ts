import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { z } from 'zod';
import { type Endpoint, errorBody } from '#contract/base/endpoint';
import { errorsOf } from '#server/kernel/http/openapi-texts';
import { faultsByDocument } from '#test/support/document';
import { ORIGIN } from './origin.ts';

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Raw body, instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type BodyOf<E extends Endpoint> = z.output<E['answers'][keyof E['answers']]>;

/** Response that was validated against the contract: one of its statuses, without extra fields. */
export interface Answered<T> {
  readonly status: number;
  /** Full body; of a refusal, its code and context. */
  readonly body: T & { readonly code?: string; readonly error?: string };
  readonly headers: LightMyRequestResponse['headers'];
}

/** Request of a call, independent of the transport. */
function requestOf(
  endpoint: Endpoint,
  { params = {}, query = {}, body, text, headers = {} }: CallOptions,
) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const json = payload === undefined ? {} : { 'content-type': 'application/json' };
  const asked = new URLSearchParams(query).toString();
  return {
    method: endpoint.method,
    url: asked === '' ? path : `${path}?${asked}`,
    headers: { ...json, ...headers },
    payload,
  };
}

/** Injects a request into a node and validates the response against the contract. */
export async function callApp<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: CallOptions = {},
): Promise<Answered<BodyOf<E>>> {
  const { method, url, headers, payload } = requestOf(endpoint, options);
  const page = { host: 'localhost:5173', ...(method === 'GET' ? {} : { origin: ORIGIN }) };
  const response = await app.inject({
    method,
    url,
    headers: { ...page, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return checked(endpoint, response);
}

/** Sends a request over HTTP and validates the response against the contract. */
export async function callHttp<E extends Endpoint>(
  address: string,
  endpoint: E,
  options: CallOptions = {},
): Promise<Answered<BodyOf<E>>> {
  const { method, url, headers, payload } = requestOf(endpoint, options);
  const response = await fetch(new URL(url, address), {
    method,
    headers,
    ...(payload === undefined ? {} : { body: payload }),
  });
  return checked(endpoint, {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    payload: await response.text(),
  });
}

/** Body as JSON; a refusal in plain text is converted to its JSON form. */
function bodyOf(
  { refusesInText, answers, mediaType }: Endpoint,
  {
    statusCode,
    headers,
    payload,
  }: Pick<LightMyRequestResponse, 'statusCode' | 'payload' | 'headers'>,
): unknown {
  if (mediaType && answers[statusCode]) return payload;
  if (!refusesInText || answers[statusCode]) return JSON.parse(payload);
  expect(headers['content-type'], payload).toMatch(/^text\/plain/);
  return { error: payload, code: headers['x-error-code'], requestId: headers['x-request-id'] };
}

function checked<E extends Endpoint>(
  endpoint: E,
  response: Pick<LightMyRequestResponse, 'statusCode' | 'payload' | 'headers'>,
): Answered<BodyOf<E>> {
  const { statusCode: status, headers } = response;
  const where = `${endpoint.method} ${endpoint.path} answered ${status}: ${response.payload}`;
  const schema = endpoint.answers[status];
  const body = bodyOf(endpoint, response) as BodyOf<E> & { code?: string };
  if (schema) {
    const parsed = schema.safeParse(body);
    expect(parsed.error?.issues ?? [], where).toEqual([]);
    expect(body, where).toEqual(parsed.data);
    expect(faultsByDocument(endpoint, status, body), where).toEqual([]);
  } else {
    // A 500 is always a bug.
    const refusals = errorsOf(endpoint).filter((one) => one !== 500);
    expect(refusals, where).toContain(status);
    expect(errorBody.safeParse(body).error?.issues ?? [], where).toEqual([]);
    expect(headers['x-request-id'], where).toBe((body as { requestId?: string }).requestId);
  }
  return { status, body, headers };
}
