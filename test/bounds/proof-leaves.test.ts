import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listProofs } from '#contract/proof/proof';
import { DAY_MS } from '#domain/base/time';
import { World } from '#test/world';
import type { Node } from '#test/world/node';

const PER_NETWORK = 4;
const PER_NODE = 16;

const world = World.forTests({ parts: { provesDaily: true } });
beforeAll(async () => {
  await world.advance(DAY_MS);
});

/** Node whose proof leaves are sent only when the gate opens, like a slow reader's. */
async function slowNode(): Promise<{ node: Node; waiting: () => number; open: () => void }> {
  const { database } = world.node.parts;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  const node = await world.restart({
    database: {
      ...database,
      query: async (asked, params) => {
        if (asked.name === 'proof-chunks-from') {
          waiting += 1;
          await gate;
        }
        return database.query(asked, params);
      },
    },
  });
  await node.app.listen({ host: '127.0.0.1', port: 0 });
  return { node, waiting: () => waiting, open };
}

/** Requests all leaves of a day; `status` is null until the headers arrive. */
function load(node: Node, { day, from }: { readonly day: string; readonly from: string }) {
  const { port } = node.app.server.address() as AddressInfo;
  const [headers, path] = [{ 'x-forwarded-for': from }, `/api/proof/${day}/leaves`];
  const request = get({ host: '127.0.0.1', port, path, headers, agent: false });
  const loading = { status: null as number | null, leave: () => void request.destroy() };
  request.on('response', (answer) => {
    loading.status = answer.statusCode ?? 0;
    answer.resume();
  });
  request.on('error', () => {});
  onTestFinished(loading.leave);
  return loading;
}

test('concurrent downloads of proof leaves are limited, and a disconnect frees a place', async () => {
  const [day = ''] = (await world.call(listProofs)).body.days;
  const { node, waiting, open } = await slowNode();
  onTestFinished(open);
  const take = (count: number, network: string) =>
    Array.from({ length: count }, () => load(node, { day, from: network }));
  const isRefused = async (network: string): Promise<void> => {
    const [one] = take(1, network);
    await vi.waitFor(() => expect(one?.status).toBe(429), 5_000);
  };
  const first = take(PER_NETWORK, '10.2.0.1');
  await vi.waitFor(() => expect(waiting()).toBe(PER_NETWORK), 5_000);
  await isRefused('10.2.0.1');
  for (let i = PER_NETWORK; i < PER_NODE; i += 1) take(1, `10.3.0.${i}`);
  await vi.waitFor(() => expect(waiting()).toBe(PER_NODE), 5_000);
  await isRefused('10.4.0.1');
  for (const { leave } of first) leave();
  await vi.waitFor(() => {
    take(1, '10.4.0.2');
    expect(waiting()).toBeGreaterThan(PER_NODE);
  }, 5_000);
});

test('a HEAD request for proof leaves reads nothing', async () => {
  const [day = ''] = (await world.call(listProofs)).body.days;
  const { node, waiting, open } = await slowNode();
  onTestFinished(open);
  const { statusCode, headers } = await node.app.inject({
    method: 'HEAD',
    url: `/api/proof/${day}/leaves`,
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  await new Promise((turn) => setImmediate(turn));
  expect(waiting()).toBe(0);
});
