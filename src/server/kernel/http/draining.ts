import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * On closing, ends each connection as soon as nothing is under way on it. By itself the server would
 * wait for those that browsers open ahead of need and never use, and for kept-alive ones that were
 * busy when it began to close.
 */
export function draining(app: FastifyInstance): void {
  const underWay = new Map<Socket, number>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const before = underWay.get(socket);
      if (before === undefined) return;
      underWay.set(socket, before - 1);
      if (isClosing && before === 1) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
  });
}
