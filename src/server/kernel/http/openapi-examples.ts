type Json = Record<string, unknown>;

/** Builds an example of a JSON schema from its parts; undefined if there is none. */
export function exampleOf(schema: Json, named: Readonly<Record<string, Json>>, depth = 0): unknown {
  if (depth > 30) return undefined;
  const inner = (one: unknown) => exampleOf(one as Json, named, depth + 1);
  const ref = schema['$ref'];
  if (typeof ref === 'string') return inner(named[ref.split('/').at(-1) ?? ''] ?? {});
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return choices.map(inner).find((one) => one !== undefined);
  if (Array.isArray(schema['allOf'])) return Object.assign({}, ...schema['allOf'].map(inner));
  return ofType(schema, inner);
}

function ofType(schema: Json, inner: (one: unknown) => unknown): unknown {
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'object': {
      const fields = Object.entries((schema['properties'] ?? {}) as Json);
      return Object.fromEntries(
        fields
          .map(([name, field]) => [name, inner(field)])
          .filter(([, value]) => value !== undefined),
      );
    }
    case 'array':
      return [inner(schema['items'])].filter((one) => one !== undefined);
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'null':
      return null;
    case 'string':
      return 'pattern' in schema || 'format' in schema ? undefined : 'text';
    default:
      return null;
  }
}
