import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const POLICY = 'content-security-policy';
const CONNECT = "connect-src 'self'";
/**
 * Where wallet apps on the same phone answer a page, on a port of its choice; the plain address is tried
 * once, so that the browser asks whether the page may.
 */
const WALLET_APPS = 'ws://localhost:* http://localhost';

/**
 * What the browser may load: our own files, the scripts that the page itself has (by their hashes), and
 * pictures that wallets hand over as data; on Android, what the phone's wallet apps answer.
 */
export async function securityHeaders(
  app: FastifyInstance,
  isHttps: boolean,
  inlineScripts: readonly string[],
): Promise<void> {
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
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
    frameguard: { action: 'deny' },
  });
  const policy = headers[POLICY]?.replace(CONNECT, `${CONNECT} ${WALLET_APPS}`);
  const onAndroid = { ...headers, [POLICY]: policy };
  app.addHook('onRequest', (request, reply, next) => {
    const isAndroid = request.headers['user-agent']?.includes('Android') === true;
    void reply.headers(isAndroid ? onAndroid : headers);
    next();
  });
}

/** What helmet says. It is the same for every answer, and helmet would work it out anew for each. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const app = Fastify();
  await app.register(helmet, options);
  app.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()));
  const answer = await app.inject('/');
  await app.close();
  return answer.json();
}
