import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What the browser may load: our own files, and pictures that wallets hand over as data. */
export async function securityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // A wallet's pop-up window must be able to speak to the page that opened it.
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'no-referrer' },
  });
}
