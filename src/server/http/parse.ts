import type { Endpoint } from '#contract/endpoint';
import { type Result, ok, refuse } from '#domain/base/result';
import type { z } from 'zod';
import type { Call, Incoming } from '../base/route.ts';

/** What an endpoint's schemas make of a request, or everything that is wrong with it. */
export function parse(endpoint: Endpoint, incoming: Incoming): Result<Call<Endpoint>> {
  const issues: string[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, where: string): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      issues.push(`${[where, ...path].join('.')}: ${message}`);
    }
    return undefined;
  };
  const params = read(endpoint.params, incoming.params, 'path');
  const query = read(endpoint.query, incoming.query, 'query');
  const json = endpoint.body ? readJson(incoming.body, issues) : undefined;
  const body = issues.length > 0 ? undefined : read(endpoint.body, json, 'body');
  if (issues.length > 0) return refuse('MALFORMED', { issues });
  return ok({ params, query, body } as Call<Endpoint>);
}

/** No body is an empty object: calls without fields are sent without one. */
function readJson(text: string | undefined, issues: string[]): unknown {
  if (text === undefined || text === '') return {};
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      // A database text cannot hold it, and no field of ours has a use for it.
      if (typeof value === 'string' && value.includes('\u0000')) throw new NullCharacter();
      return value;
    });
  } catch (error) {
    issues.push(error instanceof NullCharacter ? error.message : 'body: not JSON');
    return undefined;
  }
}

class NullCharacter extends Error {
  override message = 'body: a text holds a null character';
}
