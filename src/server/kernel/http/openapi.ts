import { z } from 'zod';
import { type Endpoint, errorBody } from '#contract/base/endpoint';
import { exampleOf } from './openapi-examples.ts';
import { ERRORS, SECURITY, TAGS, aboutOf, answerText, errorsOf, tagOf } from './openapi-texts.ts';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document of endpoints. A schema with an id is defined once and referenced. */
export function openApi(
  endpoints: readonly Endpoint[],
  about: { readonly version: string; readonly server: string; readonly cookie: string },
): Json {
  const schemas: Record<string, Json> = {};
  const schemaOf: SchemaOf = (schema, io) => {
    const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io }) as Json;
    for (const [id, named] of Object.entries(($defs ?? {}) as Json)) {
      schemas[id] = relocate(named) as Json;
    }
    return relocate(own) as Json;
  };
  const json = (schema: Json): Json => {
    const example = exampleOf(schema, schemas);
    return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  };
  const refusal = json(schemaOf(errorBody, 'output'));
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, schemaOf, json);
  }
  const tags = new Set(endpoints.map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'LMT',
      version: about.version,
      description: 'Bond SOL or USDC for LMT, stake it in time-locked vaults, sell it back.',
      contact: { name: 'The maintainers of LMT', url: about.server },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.server, description: 'This server' }],
    tags: TAGS.filter(({ name }) => tags.has(name)),
    paths,
    components: {
      schemas,
      securitySchemes: {
        sessionToken: { type: 'apiKey', in: 'header', name: 'x-session-token' },
        sessionCookie: { type: 'apiKey', in: 'cookie', name: about.cookie },
        adminSession: { type: 'apiKey', in: 'header', name: 'x-admin-session' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'The same key with the same body gives the first successful answer, carried out once.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      responses: Object.fromEntries(
        Object.values(ERRORS).map(({ name, ...response }) => [
          name,
          { ...response, content: refusal },
        ]),
      ),
    },
  };
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

function operation(endpoint: Endpoint, schemaOf: SchemaOf, json: (schema: Json) => Json): Json {
  const isWrite = endpoint.method !== 'GET';
  const parameters = [
    ...(['path', 'query'] as const).flatMap((where) => parametersOf(endpoint, where, schemaOf)),
    ...(isWrite && !endpoint.isSecret ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => {
    const shape = schemaOf(schema, 'output');
    const content = endpoint.mediaType ? { [endpoint.mediaType]: { schema: shape } } : json(shape);
    return [status, { description: answerText(Number(status)), content }];
  });
  const errors = errorsOf(endpoint).map((status) => [
    status,
    endpoint.refusesInText
      ? {
          description: ERRORS[status]?.description,
          headers: {
            'x-error-code': { schema: { type: 'string' } },
            'x-request-id': { schema: { type: 'string' } },
          },
          content: { 'text/plain': { schema: { type: 'string' } } },
        }
      : { $ref: `#/components/responses/${ERRORS[status]?.name}` },
  ]);
  return {
    operationId: idOf(endpoint),
    summary: endpoint.summary,
    description: aboutOf(endpoint),
    tags: [tagOf(endpoint)],
    security: SECURITY[endpoint.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: Object.fromEntries([...answers, ...errors]) as Json,
  };
}

function parametersOf(endpoint: Endpoint, where: 'path' | 'query', schemaOf: SchemaOf): Json[] {
  const object = where === 'path' ? endpoint.params : endpoint.query;
  return Object.entries(object?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
}

/** Builds the operation id, such as `postBondsQuote`, which generated clients use as method name. */
function idOf({ method, path }: Endpoint): string {
  const words = path
    .replace('/api/', '')
    .split(/[^A-Za-z]+/)
    .filter(Boolean);
  return [
    method.toLowerCase(),
    ...words.map((word) => word[0]?.toUpperCase() + word.slice(1)),
  ].join('');
}

/** Rewrites references inside a schema to the document's components. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      if (key === '$ref' && typeof field === 'string') {
        return [[key, field.replace('#/$defs/', '#/components/schemas/')]];
      }
      // A string `id` is the schema's name; a property named `id` is an object.
      return key === 'id' && typeof field === 'string' ? [] : [[key, relocate(field)]];
    }),
  );
}
