import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { PAGES } from '#contract/base/paths';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { onNotFound } from './refusals.ts';
import { type Inline, VERIFIER } from './security.ts';

const ASSET_AGE = 'public, max-age=31536000, immutable';
/** Logos have no hash in their name. */
const LOGO_AGE = 'public, max-age=86400';

/** Computes the policy hashes of inline scripts and styles in the built pages. */
export const inlineIn = (folder: string | null): Inline => ({
  // A set, because both pages may have the same script.
  scripts: [
    ...new Set(['index.html', 'offline.html'].flatMap((page) => hashesIn(folder, page, 'script'))),
  ],
  verifierScripts: hashesIn(folder, VERIFIER, 'script'),
  verifierStyles: hashesIn(folder, VERIFIER, 'style'),
});

function hashesIn(folder: string | null, page: string, tag: 'script' | 'style'): string[] {
  const file = folder === null ? null : join(folder, page);
  if (file === null || !existsSync(file)) return [];
  const inline = readFileSync(file, 'utf8').matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...inline].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/**
 * Serves the built web app. Browsers cache files with a hash in their name for a year, and revalidate the page each
 * time. An unknown path gets the page with status 404; the page shows '404 Page Not Found'.
 */
export async function webApp(
  app: FastifyInstance,
  folder: string | null,
  network: string,
): Promise<void> {
  if (folder === null || !existsSync(folder)) {
    app.setNotFoundHandler(onNotFound);
    return;
  }
  const ages = [
    [join(folder, 'assets', sep), ASSET_AGE],
    [join(folder, 'logos', sep), LOGO_AGE],
  ] as const;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // Two routes are registered per file at startup; the precompressed variants need none.
    globIgnore: ['**/*.br'],
    index: false,
    // The plugin's own header would replace ours.
    cacheControl: false,
    // A range outside of the file would cause a server error.
    acceptRanges: false,
    // Serves the `.br` variants that the build creates.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const [, age = 'no-cache'] = ages.find(([start]) => path.startsWith(start)) ?? [];
      void reply.setHeader('cache-control', age);
      void reply.setHeader('vary', 'accept-encoding');
      if (!path.endsWith('.html')) return;
      // The policy differs on Android.
      void reply.setHeader('vary', 'accept-encoding, user-agent');
      // Tells the page its network before the first paint, which avoids a layout shift.
      void reply.setHeader('server-timing', `network;desc="${network}"`);
    },
  });
  for (const page of PAGES) app.get(page, (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage || request.url.startsWith('/api/')) return onNotFound(request, reply);
    return reply.status(404).sendFile('index.html');
  });
}
