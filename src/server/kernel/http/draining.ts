import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes each connection on shutdown as soon as it has no request in flight. By default, the server would wait for
 * unused preconnections of browsers, and for keep-alive connections that were busy when the shutdown began.
 */
export function draining(app: FastifyInstance): void {
  const inFlight = new Map<Socket, number>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    inFlight.set(socket, 0);
    socket.once('close', () => inFlight.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const before = inFlight.get(socket);
      if (before === undefined) return;
      inFlight.set(socket, before - 1);
      if (isClosing && before === 1) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of inFlight) if (requests === 0) socket.destroy();
  });
}
