import type { FastifyInstance } from 'fastify';
import type { HttpAnswer } from '../base/http-answer.ts';

const BODY_LIMIT = 128 * 1024;

/** `/rpc`: Solana's JSON-RPC, from the local network or passed on to a provider whose name never shows. */
export function rpc(app: FastifyInstance, respond: (body: string) => Promise<HttpAnswer>): void {
  app.post('/rpc', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { body: asked } = request;
    const { status, headers, body } = await respond(typeof asked === 'string' ? asked : '');
    return reply.status(status).headers(headers).send(body);
  });
}
