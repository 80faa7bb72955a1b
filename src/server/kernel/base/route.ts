import type { Readable } from 'node:stream';
import type { Endpoint } from '#contract/base/endpoint';
import { type Result, ok } from '#domain/base/result';
import type { z } from 'zod';

type Parsed<S, K extends string> = S extends { readonly [P in K]: z.ZodType }
  ? z.infer<S[K]>
  : undefined;

/** Request input, parsed by the endpoint's schemas. */
export interface Call<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
}

/** Request before parsing. The body is text, because guards run before it is parsed. */
export interface Incoming {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Key by which callers are counted: see `networkOf`. */
  readonly network: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** Session token of the cookie, or null. */
  readonly sessionCookie: string | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: string | undefined;
}

/** Allows a request and returns its context, or refuses it. Runs before anything is parsed. */
export type Guard<Context> = (incoming: Incoming) => Promise<Result<Context>>;

/** Body of a response. Files may be streamed. */
type AnswerOf<E extends Endpoint> = E extends {
  readonly mediaType: 'text/csv' | 'text/calendar' | 'application/x-ndjson';
}
  ? string | Readable
  : z.output<E['answers'][keyof E['answers']]>;

/** Response with its status. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers?: { readonly [name: string]: string };
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly guard: Guard<unknown>;
  readonly handle: (call: Call<Endpoint>, context: unknown) => Promise<Result<Answer<unknown>>>;
}

/** Binds an endpoint to its guard and handler, typed by the endpoint's schemas. */
export function route<E extends Endpoint, Context>(
  endpoint: E,
  guard: Guard<Context>,
  handle: (call: Call<E>, context: Context) => Promise<Result<Answer<AnswerOf<E>>>>,
): Route {
  return {
    endpoint,
    guard,
    handle: (call, context) => handle(call, context as Context),
  };
}

/** Status of an endpoint with a single success response. */
const statusOf = ({ answers }: Endpoint): number => Number(Object.keys(answers)[0]);

/** Builds a route whose handler never refuses. */
export function found<E extends Endpoint, Context>(
  endpoint: E,
  guard: Guard<Context>,
  handle: (call: Call<E>, context: Context) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Route {
  return route(endpoint, guard, async (call: Call<E>, context) =>
    ok({ status: statusOf(endpoint), body: await handle(call, context) }),
  );
}

/** Builds a route whose handler returns a result or a refusal. */
export function done<E extends Endpoint, Context>(
  endpoint: E,
  guard: Guard<Context>,
  handle: (call: Call<E>, context: Context) => Promise<Result<AnswerOf<E>>> | Result<AnswerOf<E>>,
): Route {
  return route(endpoint, guard, async (call: Call<E>, context) => {
    const result = await handle(call, context);
    return result.ok ? ok({ status: statusOf(endpoint), body: result.value }) : result;
  });
}
