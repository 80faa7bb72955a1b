import type { Endpoint } from '#contract/base/endpoint';
import { type Result, ok, refuse } from '#domain/base/result';
import type { z } from 'zod';
import type { Call, Incoming } from '../base/route.ts';

/** Parses a request by an endpoint's schemas, or returns all issues. */
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
  const json = endpoint.body ? readJson(incoming.body, issues) : undefined;
  for (const [where, value] of Object.entries({ query: incoming.query, body: json })) {
    // PostgreSQL texts cannot contain null characters or lone surrogates.
    const issue = textIssue(value);
    if (issue !== null) issues.push(`${where}: ${issue}`);
  }
  const params = read(endpoint.params, incoming.params, 'path');
  const query = read(endpoint.query, incoming.query, 'query');
  const body = issues.length > 0 ? undefined : read(endpoint.body, json, 'body');
  if (issues.length > 0) return refuse('MALFORMED', { issues });
  return ok({ params, query, body } as Call<Endpoint>);
}

/** Parses the body. A missing body counts as an empty object. */
function readJson(text: string | undefined, issues: string[]): unknown {
  if (text === undefined || text === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    issues.push('body: not JSON');
    return undefined;
  }
}

/** Returns the first issue of the texts in a value; null if there is none. */
function textIssue(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return 'a text holds a null character';
    if (/\p{Surrogate}/u.test(value)) return HALF;
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEPTH_MAX) return 'it is nested too deeply';
  for (const [name, field] of Object.entries(value)) {
    const issue = textIssue(name) ?? textIssue(field, depth + 1);
    if (issue !== null) return issue;
  }
  return null;
}

/** Twice as deep as any valid body. Much deeper bodies would overflow the parser's stack. */
const DEPTH_MAX = 20;
const HALF = 'a text holds half a character (an unpaired surrogate)';
