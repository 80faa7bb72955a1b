import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createWebhook } from './webhook.ts';

test('a webhook sends the credentials of its URL as basic authentication', async () => {
  const received: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    received.push(url, headers.authorization);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://ops:p%40ss@127.0.0.1:${port}/hook`;
  const post = createWebhook(address, new AbortController().signal);
  expect(await post?.({ id: '1', body: '{}' })).toBeNull();
  expect(received).toEqual(['/hook', `Basic ${Buffer.from('ops:p@ss').toString('base64')}`]);
  server.close();
});
