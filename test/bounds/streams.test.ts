import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Parts } from '#server/kernel/parts';
import { World } from '#test/world';
import type { Node } from '#test/world/node';

const PER_ADDRESS = 50;

const world = World.forTests();

/** Node that blocks session lookups until the gate opens; `waiting` counts them. */
async function gatedNode(): Promise<{ node: Node; waiting: () => number; open: () => void }> {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  const sessions = {
    find: async () => {
      waiting += 1;
      await gate;
      return null;
    },
  } as unknown as Parts['sessions'];
  const node = await world.restart({ sessions });
  await node.app.listen({ host: '127.0.0.1', port: 0 });
  return { node, waiting: () => waiting, open };
}

/** Requests a stream. Resolves with the status when headers arrive, or 0. */
function stream(node: Node, from = '10.1.0.1'): { status: Promise<number>; leave: () => void } {
  const { port } = node.app.server.address() as AddressInfo;
  const headers = { 'x-session-token': 'any', 'x-forwarded-for': from };
  const request = get({ host: '127.0.0.1', port, path: '/api/events', headers, agent: false });
  const status = new Promise<number>((resolve) => {
    request.on('response', (answer: IncomingMessage) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on('error', () => resolve(0));
  });
  onTestFinished(() => void request.destroy());
  return { status, leave: () => request.destroy() };
}

const counted = (statuses: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]),
  );

test('concurrent streams count against the limit before any await', async () => {
  const { node, waiting, open } = await gatedNode();
  const asked = Array.from({ length: PER_ADDRESS + 10 }, () => stream(node));
  await vi.waitUntil(() => waiting() >= PER_ADDRESS, { timeout: 10_000 });
  open();
  const statuses = await Promise.all(asked.map(({ status }) => status));
  expect(counted(statuses)).toEqual({ 200: PER_ADDRESS, 429: 10 });
  expect(await stream(node, '10.1.0.2').status).toBe(200);
});

test('a stream is released if its caller left during the session lookup', async () => {
  const { node, waiting, open } = await gatedNode();
  for (let round = 1; round <= 2; round += 1) {
    const left = Array.from({ length: PER_ADDRESS }, () => stream(node));
    await vi.waitUntil(() => waiting() >= round * PER_ADDRESS, { timeout: 10_000 });
    for (const { leave } of left) leave();
    await noConnections(node);
  }
  open();
  const statuses = await Promise.all(
    Array.from({ length: PER_ADDRESS }, () => stream(node).status),
  );
  expect(counted(statuses)).toEqual({ 200: PER_ADDRESS });
});

/** Resolves once the server has noticed every disconnect. */
async function noConnections({ app }: Node): Promise<void> {
  const count = (): Promise<number> =>
    new Promise((resolve, reject) => {
      app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
    });
  await vi.waitUntil(async () => (await count()) === 0, { timeout: 10_000 });
}
