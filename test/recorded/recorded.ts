import { readFileSync, readdirSync } from 'node:fs';

/** Recorded response of a provider, from its documentation or `npm run record`. */
export interface Recorded {
  readonly name: string;
  /** Source of the documentation, or the request. */
  readonly source: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON-RPC response; the id is replaced by that of the call. */
  readonly json?: object;
  /** Any other body. */
  readonly text?: string;
}

const FOLDER = new URL('.', import.meta.url);

/** All responses in this folder. */
export function recorded(): readonly Recorded[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.flatMap(
    (name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly Recorded[],
  );
}

/** Replays a recorded response to a call. */
export function replay({ status, headers, json, text = '' }: Recorded, request: string): Response {
  const { id } = JSON.parse(request) as { readonly id: unknown };
  const body = json ? JSON.stringify({ ...json, id }) : text;
  return new Response(body, { status, headers });
}
