import { type Endpoint, errorBody } from '#contract/endpoint';
import { z } from 'zod';

type Schema = Record<string, unknown>;

/** Errors that any call can answer with. */
const COMMON_ERRORS = [400, 429, 500, 503];
/** And any write: from a page that is not ours, or under an Idempotency-Key of another request. */
const WRITE_ERRORS = [403, 409];

/** The OpenAPI 3.1 document of a set of endpoints. Schemas with an id are written once and referred to. */
export function openApi(endpoints: readonly Endpoint[], version: string): Schema {
  const schemas: Record<string, Schema> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
    const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io }) as Schema;
    Object.assign(schemas, $defs);
    const { id } = z.globalRegistry.get(schema) ?? {};
    const moved = relocate(own) as Schema;
    if (id === undefined) return moved;
    schemas[id] = moved;
    return { $ref: `#/components/schemas/${id}` };
  };
  const paths: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'LMT', version, description: 'Bond, stake and sell LMT.' },
    paths,
    components: { schemas: relocate(schemas) },
  };
}

function operation(
  endpoint: Endpoint,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Schema,
): Schema {
  const json = (schema: Schema): Schema => ({ 'application/json': { schema } });
  const answered = (schema: Schema): Schema =>
    endpoint.mediaType ? { [endpoint.mediaType]: { schema } } : json(schema);
  const parameters = (['path', 'query'] as const).flatMap((where) => {
    const object = where === 'path' ? endpoint.params : endpoint.query;
    return Object.entries(object?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(schema as z.ZodType, 'input'),
    }));
  });
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => [
    status,
    { description: endpoint.summary, content: answered(schemaOf(schema, 'output')) },
  ]);
  const onWrites = endpoint.method === 'GET' ? [] : WRITE_ERRORS;
  const errors = [...(endpoint.errors ?? []), ...onWrites, ...COMMON_ERRORS].map((status) => [
    status,
    {
      description: 'Refused',
      content: endpoint.refusesInText
        ? { 'text/plain': { schema: { type: 'string' } } }
        : json(schemaOf(errorBody, 'output')),
    },
  ]);
  return {
    summary: endpoint.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: Object.fromEntries([...answers, ...errors]) as Schema,
  };
}

/** References inside a schema point into the document's components. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      if (key === '$ref' && typeof field === 'string') {
        return [[key, field.replace('#/$defs/', '#/components/schemas/')]];
      }
      // The name of a schema; a property of that name holds a schema of its own.
      return key === 'id' && typeof field === 'string' ? [] : [[key, relocate(field)]];
    }),
  );
}
