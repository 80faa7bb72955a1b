import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS, nameOf } from '#test/support/endpoints';
import type { Endpoint } from './base/endpoint.ts';

const OPENS = 'POST /api/admin/direct-access';
/** Calls that change nothing that is logged. */
const UNLOGGED = ['DELETE /api/admin/direct-access', 'POST /api/admin/audit/run'];

const OWNERS = ENDPOINTS.filter(
  (endpoint) => endpoint.path.startsWith('/api/admin/') && nameOf(endpoint) !== OPENS,
);
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);

function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  const { shape, options } = (schema ?? {}) as {
    readonly shape?: object;
    readonly options?: readonly z.ZodType[];
  };
  return shape ? Object.keys(shape) : (options ?? []).flatMap(fieldsOf);
}

describe('a call under /api/admin', () => {
  test.each(named(OWNERS))('is only for the owner: %s', (_, { access }) => {
    expect(access).toBe('owner');
  });

  const writes = OWNERS.filter(
    (endpoint) => endpoint.method !== 'GET' && !UNLOGGED.includes(nameOf(endpoint)),
  );
  test.each(named(writes))('accepts a reason for the log: %s', (_, { body, query }) => {
    const fields = [...fieldsOf(body), ...fieldsOf(query)];
    expect(fields.filter((field) => /^(reason|notes?)$/.test(field))).not.toEqual([]);
  });
});
