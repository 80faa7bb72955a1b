import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/base/endpoint';
import { openApi } from './openapi.ts';

const inner = z.object({ id: z.string(), at: z.iso.datetime() }).meta({ id: 'Inner' });
const outer = z.object({ id: z.uuid(), inner, list: z.array(inner) }).meta({ id: 'Outer' });
const endpoint: Endpoint = {
  method: 'POST',
  path: '/api/things/{id}/parts/{part}',
  summary: 'A thing',
  access: 'user',
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ limit: z.coerce.number().optional(), order: z.string() }),
  body: z.object({ inner, note: z.string().optional() }),
  answers: { 200: outer, 201: z.array(outer) },
  errors: [404],
};
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}
interface Operation {
  readonly security: object[];
  readonly parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[];
  readonly requestBody?: { content: Record<string, { example: unknown }> };
  readonly responses: Record<string, object>;
}
const of = (...endpoints: Endpoint[]): Document =>
  openApi(endpoints, {
    version: '1.2.3',
    cookie: 'lmt_session',
    server: 'https://lmt.example',
  }) as unknown as Document;

describe('the document of an endpoint', () => {
  const document = of(endpoint);

  test('contains a named schema once, with every property, including one named id', () => {
    expect(document.components.schemas['Inner']).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' }, at: { type: 'string' } },
      required: ['id', 'at'],
    });
    expect(document.components.schemas['Outer']).toMatchObject({
      properties: {
        id: { type: 'string', format: 'uuid' },
        inner: { $ref: '#/components/schemas/Inner' },
        list: { type: 'array', items: { $ref: '#/components/schemas/Inner' } },
      },
    });
    expect(document.components.schemas['Inner']).not.toHaveProperty('id');
  });

  test('marks required parameters', () => {
    const { parameters = [] } = document.paths[endpoint.path]!['post']!;
    expect(parameters.map(({ name, in: where, required }) => [where, name, required])).toEqual([
      ['path', 'id', true],
      ['path', 'part', true],
      ['query', 'limit', false],
      ['query', 'order', true],
      [undefined, undefined, undefined],
    ]);
    expect(parameters.at(-1)?.$ref).toBe('#/components/parameters/IdempotencyKey');
  });

  test('lists the endpoint’s errors and the common ones', () => {
    const { responses } = document.paths[endpoint.path]!['post']!;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '201', '400', '404', '429', '500', '503']),
    );
  });

  test('contains an example of the request body and the security schemes', () => {
    const { requestBody, security } = document.paths[endpoint.path]!['post']!;
    expect(requestBody?.content['application/json']?.example).toEqual({
      inner: { id: 'text' },
      note: 'text',
    });
    expect(security).toEqual([{ sessionToken: [] }, { sessionCookie: [] }]);
  });

  test('lists two methods of a path side by side', () => {
    const both = of(endpoint, { ...endpoint, method: 'GET' });
    expect(Object.keys(both.paths[endpoint.path]!)).toEqual(['post', 'get']);
  });
});
