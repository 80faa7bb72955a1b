import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Endpoint } from '#contract/base/endpoint';
import { openApi } from '#server/kernel/http/openapi';
import { ENDPOINTS } from './endpoints.ts';

interface Content {
  readonly [mediaType: string]: { readonly schema: object };
}
interface Document {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly responses: { readonly [status: string]: { readonly content?: Content } };
      };
    };
  };
}

let kept: Document | null = null;
/** API document of the whole contract, as served at `/api/docs`. */
const document = (): Document =>
  (kept ??= openApi(ENDPOINTS, {
    version: '0.0.0',
    cookie: 'lmt_session',
    server: 'http://127.0.0.1:5173',
  }) as unknown as Document);

let reader: Ajv2020 | null = null;
function ajv(): Ajv2020 {
  if (reader) return reader;
  reader = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(reader);
  reader.addSchema(document(), 'document');
  return reader;
}

const validators = new Map<string, ValidateFunction>();

/** Validates a response against the published document with an independent validator. Returns the faults. */
export function faultsByDocument(endpoint: Endpoint, status: number, body: unknown): unknown[] {
  const way = [endpoint.path, endpoint.method.toLowerCase(), 'responses', String(status)];
  const type = endpoint.mediaType ?? 'application/json';
  const pointer = ['paths', ...way, 'content', type, 'schema']
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  let validate = validators.get(pointer);
  if (!validate) {
    validate = ajv().compile({ $ref: `document#/${pointer}` });
    validators.set(pointer, validate);
  }
  return validate(body) ? [] : (validate.errors ?? []);
}
