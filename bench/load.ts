import { connect } from 'node:net';

/** One request, decided on ahead of the clock. */
export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as its bytes; made within the measured time, and so without detours. */
export function wireOf({ method, path, headers, body = '' }: Shot, host: string): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  if (body !== '') head += 'content-type: application/json\r\n';
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The length and status of the answer at the start of some bytes; null while it is not whole. */
export function answerIn(
  bytes: Buffer,
): { readonly status: number; readonly length: number } | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const body = /\r\ncontent-length: (\d+)/i.exec(head);
  if (!body) throw new Error(`an answer without a length: ${head}`);
  const length = end + HEAD_END.length + Number(body[1]);
  return bytes.length < length ? null : { status: Number(head.slice(9, 12)), length };
}

interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly next: () => Shot;
}

/** Answers per second of a server to requests over so many connections, each sent after the last was answered. */
export async function answersPerSecond({ url, connections, seconds, next }: Load): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const start = performance.now();
  const end = start + seconds * 1_000;
  let answered = 0;
  const client = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let bytes: Buffer = Buffer.alloc(0);
      const shoot = (): void => {
        try {
          socket.write(wireOf(next(), host));
        } catch (error) {
          socket.destroy();
          reject(error);
        }
      };
      socket.once('connect', shoot);
      socket.once('error', reject);
      socket.on('data', (chunk) => {
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
        const answer = answerIn(bytes);
        if (!answer) return;
        if (answer.status >= 300) {
          socket.destroy();
          reject(new Error(`${answer.status}: ${bytes.toString()}`));
          return;
        }
        bytes = bytes.subarray(answer.length);
        answered += 1;
        if (performance.now() < end) shoot();
        else socket.end(resolve);
      });
    });
  await Promise.all(Array.from({ length: connections }, client));
  return answered / ((performance.now() - start) / 1_000);
}

/** One after the other, for ever. */
export function roundRobin<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const next = all[(turn += 1) % all.length];
    if (next === undefined) throw new Error('nobody to take turns');
    return next;
  };
}

/** One after the other, each once. */
export function takingTurns<T>(all: readonly T[]): () => T {
  const left = [...all];
  return () => {
    const next = left.pop();
    if (next === undefined) throw new Error('the benchmark ran out of work');
    return next;
  };
}
