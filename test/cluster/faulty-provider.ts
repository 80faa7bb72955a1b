import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaviour of a provider in front of a chain. */
export type FaultMode =
  /** Of five calls, one is throttled, one fails, one gets HTML, and one a truncated response. */
  | 'flaky'
  | 'down'
  /** Back from an outage as another chain. */
  | 'other-chain';

export interface FaultyProvider {
  readonly url: string;
  faultMode: FaultMode;
  /** Methods answered with another chain's data. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

const FAULTS = [
  { status: 429, headers: { 'retry-after': '1' }, body: '' },
  { status: 503, headers: {}, body: '' },
  { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Just a moment…</html>' },
  { status: 200, headers: { 'content-type': 'application/json' }, body: '{"jsonrpc":"2.0","res' },
] as const;

/** Starts an unreliable provider in front of the chain at `upstream`. */
export async function faultyProvider(upstream: string): Promise<FaultyProvider> {
  let calls = 0;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      const { method, id } = JSON.parse(body) as { method: string; id: unknown };
      calls += 1;
      if (provider.faultMode === 'down') return void response.writeHead(502).end();
      if (provider.faultMode === 'other-chain') {
        provider.asked.push(method);
        const result = method === 'getGenesisHash' ? 'another' : null;
        return void response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      }
      const fault = FAULTS[calls % (FAULTS.length + 1)];
      if (fault) return void response.writeHead(fault.status, fault.headers).end(fault.body);
      const headers = { 'content-type': 'application/json' };
      const passed = await fetch(upstream, { method: 'POST', headers, body });
      response.writeHead(passed.status, headers).end(await passed.text());
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: FaultyProvider = {
    url: `http://127.0.0.1:${port}`,
    faultMode: 'flaky',
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}
