import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const POLICY = 'content-security-policy';
const CONNECT = "connect-src 'self'";
/**
 * Where wallet apps on the same phone answer a page, on a port of its choice; the plain address is tried
 * once, so that the browser asks whether the page may.
 */
const WALLET_APPS = 'ws://localhost:* http://localhost';

/** The page that checks a proof of liabilities by itself, with a node of its reader's choice. */
export const VERIFIER = 'verifier.html';
const NODES = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/** What stands in the built pages themselves, by their hashes. */
export interface Inline {
  /** The app's scripts. */
  readonly scripts: readonly string[];
  readonly verifierScripts: readonly string[];
  readonly verifierStyles: readonly string[];
}

/**
 * What the browser may load: our own files, the scripts that the page itself has (by their hashes), and
 * pictures that wallets hand over as data; on Android, what the phone's wallet apps answer. The verifier
 * loads nothing but itself, and asks any node. What answers a call loads nothing at all.
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

/** Data is no page: it may load nothing. What else browsers are told is about pages. */
const TOLD_WITH_DATA = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

function headersOfCalls(ofApp: Readonly<Record<string, string>>): Record<string, string> {
  const told = Object.entries(ofApp).filter(([name]) => TOLD_WITH_DATA.includes(name));
  return { [POLICY]: "default-src 'none';frame-ancestors 'none'", ...Object.fromEntries(told) };
}

type Directives = Record<string, readonly string[]>;

/** What helmet says. It is the same for every answer, and helmet would compute it for each. */
async function headersOf(isHttps: boolean, policy: Directives): Promise<Record<string, string>> {
  const directives = Object.fromEntries(
    Object.entries(policy).map(([name, sources]) => [name, [...sources]]),
  );
  const app = Fastify();
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    // A wallet's pop-up window must be able to speak to the page that opened it.
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
