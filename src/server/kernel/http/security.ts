import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const POLICY = 'content-security-policy';
const CONNECT = "connect-src 'self'";
/**
 * Addresses of wallet apps on the same phone, which listen on a random port. The plain address is requested once to
 * trigger the browser's permission prompt.
 */
const WALLET_APPS = 'ws://localhost:* http://localhost';

/** Page that verifies a proof of liabilities in the browser, with a node of the viewer's choice. */
export const VERIFIER = 'verifier.html';
const NODES = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/** Hashes of inline scripts and styles in the built pages. */
export interface Inline {
  /** Inline scripts of the app. */
  readonly scripts: readonly string[];
  readonly verifierScripts: readonly string[];
  readonly verifierStyles: readonly string[];
}

/**
 * Sets security headers, with a content security policy per kind of response. The app loads its own files, inline
 * scripts by hash, and data: images of wallets; on Android also connections to wallet apps. The verifier loads only
 * itself and may connect to any node. API responses load nothing.
 */
export async function securityHeaders(
  app: FastifyInstance,
  isHttps: boolean,
  inline: Inline,
): Promise<void> {
  const never = { objectSrc: ["'none'"], baseUri: ["'none'"] };
  const ofApp = await headersOf(isHttps, {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inline.scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    ...never,
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
  });
  const ofVerifier = await headersOf(isHttps, {
    defaultSrc: ["'none'"],
    scriptSrc: inline.verifierScripts,
    styleSrc: inline.verifierStyles,
    imgSrc: ['data:'],
    connectSrc: ["'self'", ...NODES],
    ...never,
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  });
  const policy = ofApp[POLICY]?.replace(CONNECT, `${CONNECT} ${WALLET_APPS}`);
  const onAndroid = { ...ofApp, [POLICY]: policy };
  const ofCalls = headersOfCalls(ofApp);
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.isCall) {
      void reply.headers(ofCalls);
      return next();
    }
    const isAndroid = request.headers['user-agent']?.includes('Android') === true;
    const [path] = request.url.split('?', 1);
    void reply.headers(path === `/${VERIFIER}` ? ofVerifier : isAndroid ? onAndroid : ofApp);
    next();
  });
}

/** Headers of API responses besides the policy. The others apply only to pages. */
const API_HEADERS = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

function headersOfCalls(ofApp: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(ofApp).filter(([name]) => API_HEADERS.includes(name));
  return { [POLICY]: "default-src 'none';frame-ancestors 'none'", ...Object.fromEntries(kept) };
}

type Directives = Record<string, readonly string[]>;

/** Returns helmet's headers, computed once, because helmet would compute them for each response. */
async function headersOf(isHttps: boolean, policy: Directives): Promise<Record<string, string>> {
  const directives = Object.fromEntries(
    Object.entries(policy).map(([name, sources]) => [name, [...sources]]),
  );
  const app = Fastify();
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    // A wallet's pop-up window must be able to message the page that opened it.
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()));
  const answer = await app.inject('/');
  await app.close();
  return answer.json();
}
