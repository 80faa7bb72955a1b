import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createWebhook } from './webhook.ts';

test('an address with a user and a password in it is posted to with both', async () => {
  const heard: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    heard.push(url, headers.authorization);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://ops:p%40ss@127.0.0.1:${port}/hook`;
  const tell = createWebhook(address, new AbortController().signal);
  expect(await tell?.({ id: '1', body: '{}' })).toBeNull();
  expect(heard).toEqual(['/hook', `Basic ${Buffer.from('ops:p@ss').toString('base64')}`]);
  server.close();
});
