import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint';
import { type OpenApi, problemsOf } from '#test/support/openapi';
import { openApi } from './openapi.ts';

const inner = z.object({ id: z.string(), at: z.iso.datetime() }).meta({ id: 'Inner' });
const outer = z.object({ id: z.uuid(), inner, list: z.array(inner) }).meta({ id: 'Outer' });
const endpoint: Endpoint = {
  method: 'POST',
  path: '/api/things/{id}/parts/{part}',
  summary: 'A thing',
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ limit: z.coerce.number().optional(), order: z.string() }),
  body: z.object({ inner, note: z.string().optional() }),
  answers: { 200: outer, 201: z.array(outer) },
  errors: [404],
};
const of = (...endpoints: Endpoint[]): OpenApi => openApi(endpoints, '1.2.3') as unknown as OpenApi;

describe('the document of an endpoint', () => {
  const document = of(endpoint);

  test('is sound', () => {
    expect(problemsOf(document)).toEqual([]);
    expect(document.info.version).toBe('1.2.3');
  });

  test('writes a named schema once, with every property, one called id too', () => {
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

  test('tells which parameters are needed', () => {
    const { parameters = [] } = document.paths[endpoint.path]!['post']!;
    expect(parameters.map(({ name, in: where, required }) => [where, name, required])).toEqual([
      ['path', 'id', true],
      ['path', 'part', true],
      ['query', 'limit', false],
      ['query', 'order', true],
    ]);
  });

  test('lists its errors beside those that any call has', () => {
    const { responses } = document.paths[endpoint.path]!['post']!;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '201', '400', '404', '429', '500', '503']),
    );
  });

  test('two methods of one path stand side by side', () => {
    const both = of(endpoint, { ...endpoint, method: 'GET' });
    expect(Object.keys(both.paths[endpoint.path]!)).toEqual(['post', 'get']);
  });
});

describe('the check of a document finds', () => {
  const sound = of(endpoint);
  const operation = sound.paths[endpoint.path]!['post']!;
  const broken = (post: Partial<typeof operation>): string[] =>
    problemsOf({ ...sound, paths: { [endpoint.path]: { post: { ...operation, ...post } } } });
  test('a reference to nowhere', () => {
    expect(problemsOf({ ...sound, components: { schemas: {} } })).toContain(
      '#/components/schemas/Outer leads nowhere',
    );
  });
  test('an undeclared parameter', () => {
    expect(broken({ parameters: operation.parameters!.slice(1) })).toEqual([
      `post ${endpoint.path}: path parameter id is not declared`,
    ]);
  });
  test('an operation without an answer', () => {
    expect(broken({ responses: { 400: { description: 'Refused' } } })).toEqual([
      `post ${endpoint.path}: no answer but errors`,
    ]);
  });
});
