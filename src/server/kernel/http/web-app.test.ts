import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '#contract/base/paths';
import { type App, startApp } from '#test/app';
import { originOf } from '../base/origin.ts';

const INLINE = "document.documentElement.dataset.theme = 'dark';";
const PAGE = `<!doctype html><title>LMT</title><script>${INLINE}</script><script type="module" src="/assets/app-1a2b.js"></script>`;
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`;
/** Content of the precompressed variant; different, to show which file was sent. */
const PACKED = `console.log(${JSON.stringify('y'.repeat(5_000))})`;
const VERIFIER_SCRIPT = "document.title = 'Verifier';";
const VERIFIER_STYLE = 'body { margin: 0 }';
const VERIFIER = `<!doctype html><style>${VERIFIER_STYLE}</style><script>${VERIFIER_SCRIPT}</script>`;
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Inside a folder named `assets`, which must not make every file immutable. */
const outer = mkdtempSync(join(tmpdir(), 'lmt-web-'));
const folder = join(outer, 'assets', 'web');
let app: App;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'logos'));
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'offline.html'), PAGE);
  writeFileSync(join(folder, 'verifier.html'), VERIFIER);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'logos', 'sol.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'packed-3c4d.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'packed-3c4d.js.br'), brotliCompressSync(PACKED));
  app = await startApp({ app: { webFolder: folder } });
});
afterAll(async () => {
  await app.close();
  rmSync(outer, { recursive: true });
});

describe('the web app', () => {
  test.each(PAGES)('serves the page at %s with no-cache', async (url) => {
    const { statusCode, headers, payload } = await app.inject({ url, headers: HTML });
    expect([statusCode, payload]).toEqual([200, PAGE]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['server-timing']).toBe('network;desc="local"');
  });

  test('caches files with a hash in their name for a year, logos for a day, others not', async () => {
    const script = await app.inject({ url: '/assets/app-1a2b.js' });
    expect([script.statusCode, script.payload]).toEqual([200, SCRIPT]);
    expect(script.headers['content-type']).toMatch(/javascript; charset=utf-8$/);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await app.inject({ url: '/favicon.svg' });
    expect(icon.headers['cache-control']).toBe('no-cache');
    const logo = await app.inject({ url: '/logos/sol.svg' });
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(logo.headers['cache-control']).toBe('public, max-age=86400');
  });

  test('responds 304 to a matching ETag', async () => {
    const { headers } = await app.inject({ url: '/', headers: HTML });
    const again = await app.inject({
      url: '/',
      headers: { ...HTML, 'if-none-match': String(headers['etag']) },
    });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  test.each(['/nowhere', '/admin/nowhere', '/bonds/1'])(
    'serves the page at the unknown path %s with status 404',
    async (url) => {
      const { statusCode, headers, payload } = await app.inject({ url, headers: HTML });
      expect([statusCode, payload]).toEqual([404, PAGE]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['x-request-id']).toBeDefined();
    },
  );

  test.each([
    ['/api/nowhere', HTML],
    ['/assets/gone-1a2b.js', { accept: '*/*' }],
    ['/nowhere', {}],
  ])('responds to %s with %j with a JSON refusal', async (url, headers) => {
    const answer = await app.inject({ url, headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2f..%2f..%2fsecret.txt',
    '/assets/%5c..%5c..%5csecret.txt',
    '//etc/passwd',
    '/assets/',
    '/assets',
  ])('refuses path traversal and directory listing: %s', async (url) => {
    const answer = await app.inject({ url, headers: { accept: '*/*' } });
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.payload).not.toContain('secret\n');
    expect(answer.payload).not.toBe('secret');
    expect(answer.payload).not.toContain('root:');
  });

  test('ignores range headers', async () => {
    for (const range of ['bytes=0-1', 'bytes=999999-']) {
      const answer = await app.inject({ url: '/assets/app-1a2b.js', headers: { range } });
      expect([answer.statusCode, answer.payload]).toEqual([200, SCRIPT]);
    }
  });

  test('excludes its files from the rate limit', async () => {
    const limited = await startApp({ parts: { limitsRates: true }, app: { webFolder: folder } });
    const left = async (url: string) =>
      Number((await limited.inject({ url })).headers['x-ratelimit-remaining']);
    const before = await left('/api/status');
    for (const url of ['/assets/app-1a2b.js', '/logos/sol.svg']) expect(await left(url)).toBeNaN();
    expect(await left('/')).toBe(before - 1);
    expect(await left('/assets/none.js')).toBeNaN();
    await limited.close();
  });
});

describe('headers', () => {
  const POLICY = [
    "default-src 'self'",
    // The page's inline script by its hash, and no other inline script.
    `script-src 'self' 'sha256-${createHash('sha256').update(INLINE).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];

  test.each([
    ['/', POLICY],
    ['/nowhere', POLICY],
    ['/assets/app-1a2b.js', POLICY],
    ['/api/nowhere', POLICY],
    // API responses load nothing.
    ['/api/status', ["default-src 'none'", "frame-ancestors 'none'"]],
  ])('of %s contain its content security policy', async (url, policy) => {
    const { headers } = await app.inject({ url });
    expect(String(headers['content-security-policy']).split(';')).toEqual(policy);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('let the verifier load only itself and connect to any node', async () => {
    const { statusCode, headers, payload } = await app.inject({ url: '/verifier.html?x=1' });
    expect([statusCode, payload]).toEqual([200, VERIFIER]);
    expect(headers['cache-control']).toBe('no-cache');
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(VERIFIER_SCRIPT)}'`,
      `style-src 'sha256-${hash(VERIFIER_STYLE)}'`,
      'img-src data:',
      "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test('let pages on Android connect to wallet apps on the phone', async () => {
    const policyFor = async (userAgent: string) => {
      const { headers } = await app.inject({ url: '/', headers: { 'user-agent': userAgent } });
      expect(headers['vary']).toMatch(/user-agent/);
      return String(headers['content-security-policy']).split(';');
    };
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148';
    expect(await policyFor(iPhone)).toEqual(POLICY);
    const pixel = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/147.0.0.0 Mobile';
    expect(await policyFor(pixel)).toEqual(
      POLICY.map((rule) =>
        rule === "connect-src 'self'" ? `${rule} ws://localhost:* http://localhost` : rule,
      ),
    );
  });

  test('enforce https if the origin is https', async () => {
    const secure = await startApp({ parts: { origin: originOf('https://lmt.example', '') } });
    const page = await secure.inject({ url: '/' });
    const data = await secure.inject({ url: '/api/status' });
    for (const { headers } of [page, data]) {
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    }
    expect(String(page.headers['content-security-policy']).split(';')).toContain(
      'upgrade-insecure-requests',
    );
    await secure.close();
  });
});

describe('compression', () => {
  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('with %s is applied to large responses', async (encoding, inflate) => {
    for (const url of ['/assets/app-1a2b.js', '/api/docs']) {
      const plain = await app.inject({ url });
      const packed = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers['vary']).toMatch(/accept-encoding/i);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(inflate(packed.rawPayload).toString()).toBe(plain.payload);
    }
    const small = await app.inject({
      url: '/api/status',
      headers: { 'accept-encoding': encoding },
    });
    expect(small.headers).not.toHaveProperty('content-encoding');
  });

  test('sends a precompressed variant to clients that accept it', async () => {
    const url = '/assets/packed-3c4d.js';
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/) as string,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(PACKED);
    const plain = await app.inject({ url });
    expect([plain.payload, plain.headers['vary']]).toEqual([SCRIPT, 'accept-encoding']);
  });
});

describe('introspection', () => {
  test('serves an OpenAPI document with every call at /api/docs', async () => {
    const document = (await app.inject({ url: '/api/docs' })).json<{ paths: object }>();
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/protocol/settings', '/api/status', '/api/local/clock']),
    );
  });

  test('counts requests by route and status, not by URL, at /metrics', async () => {
    await app.inject({ url: '/api/status' });
    await app.inject({ url: '/api/nothing-1' });
    const { statusCode, headers, payload } = await app.inject({ url: '/metrics' });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=/);
    expect(payload).toMatch(
      /http_request_seconds_count\{method="GET",route="\/api\/status",status="200"\} [1-9]/,
    );
    expect(payload).toMatch(/route="unknown",status="404"/);
    expect(payload).not.toContain('nothing-1');
    expect(payload).toContain('process_cpu_seconds_total');
  });
});
