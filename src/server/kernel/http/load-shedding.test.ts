import { once } from 'node:events';
import { Agent, type IncomingMessage, get } from 'node:http';
import { connect } from 'node:net';

import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { shedLoad } from './load-shedding.ts';

/** A server without a place for anyone, and connections to it. */
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

test('who comes again sooner than told is answered later than who comes for the first time', async () => {
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

test('requests sent behind one whose refusal is held end the connection', async () => {
  const { address } = await fullNode();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1_000));
  // By a reset, where the server had not read all of it.
  socket.on('error', () => {});
  await new Promise((closed) => socket.once('close', closed));
  expect(said.match(/HTTP\/1.1 503/g)?.length ?? 0).toBeLessThanOrEqual(1);
});
