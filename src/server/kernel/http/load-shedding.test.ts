import { once } from 'node:events';
import { Agent, type IncomingMessage, get } from 'node:http';
import { connect } from 'node:net';

import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { shedLoad } from './load-shedding.ts';

/** Server at its limit, with connections to it. */
async function fullNode() {
  const app = fastify();
  shedLoad(app, () => true);
  app.get('/', { config: { isCall: true } }, () => 'served');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const agents: Agent[] = [];
  onTestFinished(async () => {
    for (const agent of agents) agent.destroy();
    await app.close();
  });
  return {
    app,
    address,
    connection: () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      return async () => {
        const [answer] = (await once(get(address, { agent }), 'response')) as [IncomingMessage];
        await once(answer.resume(), 'end');
        return [answer.statusCode, answer.headers['retry-after']];
      };
    },
  };
}

test('a retry before Retry-After is refused later than a first request', async () => {
  const { app, connection } = await fullNode();
  const [hasty, patient] = [connection(), connection()];
  expect(await hasty()).toEqual([503, '1']);
  const arrived = once(app.server, 'request');
  const order: string[] = [];
  const again = hasty().then((answer) => (order.push('again'), answer));
  await arrived;
  expect(await patient()).toEqual([503, '1']);
  order.push('first');
  expect(await again).toEqual([503, '1']);
  expect(order).toEqual(['first', 'again']);
});

test('pipelined requests behind a delayed refusal close the connection', async () => {
  const { address } = await fullNode();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1_000));
  // ECONNRESET if the server had not read everything.
  socket.on('error', () => {});
  await new Promise((closed) => socket.once('close', closed));
  expect(received.match(/HTTP\/1.1 503/g)?.length ?? 0).toBeLessThanOrEqual(1);
});
