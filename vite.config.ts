import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build as rolldown } from 'rolldown';
import { type Plugin, defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 5174}`;

const ROOT = fileURLToPath(new URL('./src/web', import.meta.url));

const VERIFIER = fileURLToPath(new URL('./packages/proof/src/page/verifier.html', import.meta.url));

const FIRST_THEME = '/app/first-theme.js';
/** What the pages of one file share. */
const STYLES = '/kernel/ui/styles/one-file-page.css';

/** Puts the script that sets the theme into a page: asked for by itself, it would hold up the first paint. */
const withFirstTheme = (html: string): string =>
  html.replace(`<script src="${FIRST_THEME}"></script>`, () => {
    const script = readFileSync(`${ROOT}${FIRST_THEME}`, 'utf8');
    return `<script>${script}</script>`;
  });

const inlineFirstTheme = (): Plugin => ({
  name: 'inline-first-theme',
  transformIndexHtml: { order: 'pre', handler: withFirstTheme },
});

/** Smaller than what is compressed while somebody waits for it; the best would take three times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Lays a compressed copy beside every script and style. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // When nobody changes them any more.
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
        const made = texts.map(async (file) => {
          const text = file.type === 'chunk' ? file.code : file.source;
          const source = await promisify(brotliCompress)(text, BROTLI);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
        });
        await Promise.all(made);
      },
    },
  };
}

/** A script with all that it imports. */
async function bundled(input: string): Promise<string> {
  const { output } = await rolldown({
    input,
    output: { format: 'iife', minify: true },
    write: false,
  });
  return output[0].code;
}

/** Builds a page as one file: its styles and its script are inlined. */
async function onePage(file: string, script: string): Promise<string> {
  const html = withFirstTheme(readFileSync(file, 'utf8'));
  const put = (page: string, tag: string, inline: string): string => {
    if (!page.includes(tag)) throw new Error(`${file} has no ${tag}`);
    return page.replace(tag, () => inline);
  };
  const style = readFileSync(`${ROOT}${STYLES}`, 'utf8');
  const code = inPage(await bundled(path.resolve(path.dirname(file), `.${script}`)));
  const styled = put(html, `<link rel="stylesheet" href="${STYLES}" />`, `<style>${style}</style>`);
  const tag = `<script type="module" src="${script}"></script>`;
  return put(styled, tag, `<script>${code}</script>`);
}

/** Lays down the verifier, and what serves without a connection: a page, and the worker that shows it. */
function standAlone(): Plugin {
  return {
    name: 'stand-alone',
    apply: 'build',
    async generateBundle() {
      const lay = (fileName: string, source: string) =>
        this.emitFile({ type: 'asset', fileName, source });
      lay('verifier.html', await onePage(VERIFIER, '/main.ts'));
      const offline = await onePage(`${ROOT}/offline.html`, '/offline/main.ts');
      lay('offline.html', offline);
      const hash = createHash('sha256').update(offline).digest('hex').slice(0, 16);
      lay('sw.js', (await bundled(`${ROOT}/worker/sw.ts`)).replace('OFFLINE_HASH', hash));
    },
  };
}

/** A script that stands in a page ends at the first of these, wherever it is. */
const inPage = (code: string): string => code.trim().replaceAll('</script', '<\\/script');

/** Asks for the text font together with the page instead of after its styles. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /geist-latin-.*\.woff2$/.test(name));
        if (font === undefined) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', injectTo: 'head', attrs: { ...attrs, href: `/${font}` } }];
      },
    },
  };
}

export default defineConfig({
  root: ROOT,
  // React has it by itself; the router carries a copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), tailwind(), inlineFirstTheme(), preloadFont(), standAlone(), compress()],
  server: {
    host: '127.0.0.1',

    proxy: {
      '^/api/': api,
      '^/(livez|readyz|healthz|metrics)$': api,
      '^/rpc$': { target: api, ws: true },
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The page's policy allows fonts from its own origin only, no data: ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: `${ROOT}/index.html`,
      output: {
        codeSplitting: {
          // Changes with the lock file only, so that a release leaves it in the browsers' caches.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // What the first page needs comes in one piece, however many later pages share it.
            { name: 'first', tags: ['$initial'], priority: 1 },
            // So does what every page loads afterwards, what the dashboard shows next, and the tab that it
            // fetches ahead: else each is dozens of small files.
            {
              name: 'next',
              test: /src\/web\/(app\/(live|later)|features\/(help\/assistant|local\/local-tools))\.tsx?$/,
            },
            { name: 'dashboard', test: /src\/web\/app\/dashboard-cards\.tsx$/ },
            { name: 'bond', test: /src\/web\/app\/bond-page\.tsx$/ },
          ],
        },
      },
    },
  },
});
