import { type Agent, request } from 'node:http';

/** A request of a benchmark. */
export interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly text: string;
  readonly bytes: number;
}

/** Sends it, and waits for the whole of its answer, which must be a 200 or 201. */
export function ask(agent: Agent, url: string, asked: Asked): Promise<Answer> {
  const { path, method = 'GET', headers = {}, body = '' } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const isDone = answer.statusCode === 200 || answer.statusCode === 201;
        if (isDone) resolve({ text: bytes.toString(), bytes: bytes.length });
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${bytes.toString()}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
