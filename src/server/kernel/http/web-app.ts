import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { PAGES } from '#contract/base/paths';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { onNotFound } from './refusals.ts';
import { type Inline, VERIFIER } from './security.ts';

const ASSET_AGE = 'public, max-age=31536000, immutable';
/** The icons of assets keep their names. */
const LOGO_AGE = 'public, max-age=86400';

/** What a policy lets through of the scripts and styles that stand in the built pages themselves: they and nothing else. */
export const inlineIn = (folder: string | null): Inline => ({
  // Both pages may have the same script.
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
 * The built web app. Files with a hash in their name never change and are kept by browsers for a
 * year; the page itself is requested each time. An address that is none of ours gets the page
 * too, which says '404 Page Not Found', with that status.
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
    // Each file that has an address has two routes, which every start makes; a smaller copy has none.
    globIgnore: ['**/*.br'],
    index: false,
    // The plugin's own header would replace ours.
    cacheControl: false,
    // A range outside the file would be answered as a server error.
    acceptRanges: false,
    // The build has laid a smaller copy beside each script.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const [, age = 'no-cache'] = ages.find(([start]) => path.startsWith(start)) ?? [];
      void reply.setHeader('cache-control', age);
      void reply.setHeader('vary', 'accept-encoding');
      if (!path.endsWith('.html')) return;
      // The page's policy is another one on Android.
      void reply.setHeader('vary', 'accept-encoding, user-agent');
      // A page that knows its network when it is first drawn need not move everything afterwards.
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
