type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema?: Json }[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { schema?: Json } } };
  readonly responses: { readonly [status: string]: { description?: string; content?: Json } };
}
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Json } };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What is wrong with the structure of an OpenAPI 3.1 document; empty where nothing is. */
export function problemsOf(document: OpenApi): string[] {
  const problems: string[] = [];
  if (!/^3\.1\.\d+$/.test(document.openapi)) problems.push('openapi is not 3.1');
  if (!document.info.title || !document.info.version) problems.push('info lacks title or version');
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!path.startsWith('/')) problems.push(`${path} does not start with /`);
    for (const [method, operation] of Object.entries(operations)) {
      if (!METHODS.includes(method)) problems.push(`${path}: ${method} is no method`);
      const found = [...parameterProblems(path, operation), ...responseProblems(operation)];
      problems.push(...found.map((problem) => `${method} ${path}: ${problem}`));
    }
  }
  return [...problems, ...danglingRefs(document as unknown as Json, document as unknown as Json)];
}

function parameterProblems(path: string, { parameters = [] }: Operation): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const declared = parameters.filter((parameter) => parameter.in === 'path');
  const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
  return [
    ...inPath
      .filter((name) => !declared.some((parameter) => parameter.name === name))
      .map((name) => `path parameter ${name} is not declared`),
    ...declared
      .filter(({ name, required }) => !inPath.includes(name) || required !== true)
      .map(({ name }) => `path parameter ${name} is not in the path, or not required`),
    ...parameters.filter(({ schema }) => !schema).map(({ name }) => `${name} has no schema`),
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name} comes twice`),
  ];
}

function responseProblems({ responses, requestBody }: Operation): string[] {
  const statuses = Object.keys(responses);
  return [
    ...(statuses.some((status) => status.startsWith('2')) ? [] : ['no answer but errors']),
    ...statuses.filter((status) => !/^[1-5]\d\d$/.test(status)).map((s) => `${s} is no status`),
    ...statuses.filter((s) => !responses[s]?.description).map((s) => `${s} is not described`),
    ...(requestBody && !requestBody.content['application/json']?.schema
      ? ['body has no schema']
      : []),
  ];
}

/** Every $ref leads to something in the document. */
function danglingRefs(value: Json, document: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((one: Json) => danglingRefs(one, document));
  return Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, field]) => {
    if (key !== '$ref' || typeof field !== 'string') return danglingRefs(field, document);
    const steps = field.startsWith('#/') ? field.slice(2).split('/') : [];
    let at: Json | undefined = steps.length > 0 ? document : undefined;
    for (const step of steps) at = (at as { [key: string]: Json } | undefined)?.[step];
    return at === undefined ? [`${field} leads nowhere`] : [];
  });
}
