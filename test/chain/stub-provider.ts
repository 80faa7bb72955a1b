import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of the stub to one call. */
export type Behaviour =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  /** Raw response, whatever was requested. */
  | { readonly raw: string }
  /** Half a response, then a closed connection. */
  | 'cut'
  /** No response. */
  | 'hang';

export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly id: unknown;
  readonly headers: IncomingMessage['headers'];
}

export interface StubProvider {
  readonly url: string;
  readonly calls: Call[];
  /** Handler of later calls. */
  behave: (call: Call) => Behaviour;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function act(behaviour: Behaviour, call: Call, response: ServerResponse): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"jsonrpc":"2.0","resu');
    setImmediate(() => response.destroy());
    return;
  }
  if ('status' in behaviour) {
    response.writeHead(behaviour.status, behaviour.headers ?? {});
    response.end(behaviour.body);
    return;
  }
  const answer = 'raw' in behaviour ? behaviour.raw : { jsonrpc: '2.0', id: call.id, ...behaviour };
  response.writeHead(200, { 'content-type': 'application/json', 'x-provider': 'stub' });
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
}

/** JSON-RPC provider on loopback with scripted responses. */
export async function startStub(behave: (call: Call) => Behaviour): Promise<StubProvider> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, params, id } = JSON.parse(body) as Call;
      const call = { method, params, id, headers: request.headers };
      calls.push(call);
      act(stub.behave(call), call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stub: StubProvider = {
    url: `http://127.0.0.1:${port}`,
    calls,
    behave,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stub;
}

/** Timeout that fires as soon as a hanging stub was called, so that tests do not wait. */
export function impatience(): {
  readonly deadline: () => AbortSignal;
  readonly hang: () => Behaviour;
} {
  let latest = new AbortController();
  return {
    deadline: () => {
      latest = new AbortController();
      return latest.signal;
    },
    hang: () => {
      setImmediate(() => latest.abort());
      return 'hang';
    },
  };
}

/** Loopback URL without a listener. */
export async function deadUrl(): Promise<string> {
  const stub = await startStub(() => 'hang');
  await stub.close();
  return stub.url;
}
