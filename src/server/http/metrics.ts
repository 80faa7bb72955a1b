import { PATHS } from '#contract/paths';
import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RequestRing } from '../base/request-ring.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** `/metrics` in Prometheus' text form: the process, and every request's route, status and time. */
export function metrics(app: FastifyInstance, lately: RequestRing): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1_000);
    // A stream of events lasts as long as its page is open.
    if (route !== PATHS.events) lately.add(reply.elapsedTime, reply.statusCode);
    next();
  });
  app.get('/metrics', async (_request, reply) => {
    void reply.type(registry.contentType);
    return registry.metrics();
  });
}
