import { readFileSync, readdirSync } from 'node:fs';

/** One answer of a provider, as it was documented or as `npm run record` wrote it down. */
export interface Recorded {
  readonly name: string;
  /** Where it is documented, or what was asked. */
  readonly source: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON-RPC answer; its id becomes that of the call it is replayed to. */
  readonly json?: object;
  /** Any other body. */
  readonly text?: string;
}

const FOLDER = new URL('.', import.meta.url);

/** Every answer in this folder. */
export function recorded(): readonly Recorded[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.flatMap(
    (name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly Recorded[],
  );
}

/** The answer to a call, from what was recorded. */
export function replay({ status, headers, json, text = '' }: Recorded, request: string): Response {
  const { id } = JSON.parse(request) as { readonly id: unknown };
  const body = json ? JSON.stringify({ ...json, id }) : text;
  return new Response(body, { status, headers });
}
