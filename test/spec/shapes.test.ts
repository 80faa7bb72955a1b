import { expect, test } from 'vitest';
import { z } from 'zod';

import { ENDPOINTS, nameOf } from '#test/support/endpoints';

import { CALLS, SHAPES, VALUES } from './shapes.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));
const endpointOf = (name: string) => {
  const found = ENDPOINTS.find((endpoint) => nameOf(endpoint) === name);
  if (!found) throw new Error(`there is no call ${name}`);
  return found;
};
const schemaOf = (type: z.ZodType): Schema =>
  z.toJSONSchema(type, { unrepresentable: 'any' }) as Schema;

/** What a schema means: references followed, the part that may be null left out. */
function resolved(schema: Schema, root: Schema): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return resolved(root.$defs?.[name] ?? root, root);
  }
  const parts = schema.anyOf ?? schema.allOf;
  if (!parts) return schema;
  const all = parts.map((part) => resolved(part, root));
  return all.find((part) => part.properties ?? part.items ?? part.enum) ?? schema;
}

/** What stands at 'users[].totals' of an answer. */
function partAt(root: Schema, at: string): Schema {
  return [...at.matchAll(/\[\]|\w+/g)].reduce((schema, [step]) => {
    const { items, properties } = resolved(schema, root);
    const next = step === '[]' ? items : properties?.[step];
    if (!next) throw new Error(`${at} leads nowhere at ${step}`);
    return next;
  }, root);
}

function answerAt(call: string, at: string): Schema {
  const root = schemaOf(Object.values(endpointOf(call).answers)[0]!);
  return resolved(partAt(root, at), root);
}

test.each(SHAPES)('%s has the fields of the specs', (_, call, at, fields) => {
  const had = Object.keys(answerAt(call, at).properties ?? {});
  expect(words(fields).filter((field) => !had.includes(field))).toEqual([]);
});

test.each(VALUES)('%s, %s is one of the values of the specs', (call, at, values) => {
  expect(answerAt(call, at).enum).toEqual(expect.arrayContaining(words(values)));
});

test.each(CALLS)('%s %s is a call, with what the specs send', (method, path, sent) => {
  const { body } = endpointOf(`${method} ${path}`);
  const taken = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  expect(words(sent).filter((field) => !taken.includes(field))).toEqual([]);
});
