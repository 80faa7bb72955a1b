import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Upgrade, refuseUpgrade } from '../base/upgrade.ts';

/** Serves Solana's subscriptions at the websocket `/rpc`. Null to refuse them, as on a cluster. */
export function websocket(app: FastifyInstance, upgrade: Upgrade | null): void {
  app.server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    // Node removes its own listener on upgrade; an error without a listener would end the process.
    socket.on('error', () => socket.destroy());
    // Not parsed with `URL`, which throws on '//'. An exception in this handler ends the process.
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
