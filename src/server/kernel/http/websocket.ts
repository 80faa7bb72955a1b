import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Upgrade, refuseUpgrade } from '../base/upgrade.ts';

/** `/rpc` as a websocket: Solana's subscriptions. Where a provider answers, there are none. */
export function websocket(app: FastifyInstance, upgrade: Upgrade | null): void {
  app.server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    // Node no longer listens to it: a connection that breaks off would end the process.
    socket.on('error', () => socket.destroy());
    // Not by `URL`, which throws at '//': an exception in this handler ends the node.
    const [path] = (request.url ?? '').split('?', 1);
    if (path === '/rpc' && upgrade) {
      upgrade(request, socket, head);
      return;
    }
    const reason =
      path === '/rpc'
        ? 'There is no websocket at /rpc: only the local network has one. Ask your provider for its own.\n'
        : 'There is no websocket here.\n';
    refuseUpgrade(socket, '404 Not Found', reason);
  });
}
