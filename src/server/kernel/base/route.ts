import type { Readable } from 'node:stream';
import type { Endpoint } from '#contract/base/endpoint';
import { type Result, ok } from '#domain/base/result';
import type { z } from 'zod';

type Parsed<S, K extends string> = S extends { readonly [P in K]: z.ZodType }
  ? z.infer<S[K]>
  : undefined;

/** What an endpoint's schemas made of a request. */
export interface Call<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
}

/** A request as it came in; the body as text, because who asks is checked before what it says. */
export interface Incoming {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** What callers are counted by: see `networkOf`. */
  readonly network: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** The session token that the browser sent by itself; null where it sent none. */
  readonly sessionCookie: string | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: string | undefined;
}

/** Lets a request through with what it found out about it, or refuses it. Runs before anything is parsed. */
export type Guard<Context> = (incoming: Incoming) => Promise<Result<Context>>;

/** A file may be sent as it is made. */
type AnswerOf<E extends Endpoint> = E extends {
  readonly mediaType: 'text/csv' | 'text/calendar' | 'application/x-ndjson';
}
  ? string | Readable
  : z.output<E['answers'][keyof E['answers']]>;

/** An answer with the status it goes out with. */
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

/** Ties an endpoint to its guard and to what answers it, both sides typed by its schemas. */
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

/** The status of a call that answers in one way. */
const statusOf = ({ answers }: Endpoint): number => Number(Object.keys(answers)[0]);

/** A route to what is always answered. */
export function found<E extends Endpoint, Context>(
  endpoint: E,
  guard: Guard<Context>,
  handle: (call: Call<E>, context: Context) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Route {
  return route(endpoint, guard, async (call: Call<E>, context) =>
    ok({ status: statusOf(endpoint), body: await handle(call, context) }),
  );
}

/** A route to what is done, or why it is not. */
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
