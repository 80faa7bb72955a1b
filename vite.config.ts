import { fileURLToPath } from 'node:url';

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 5174}`;

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
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [react(), tailwind(), preloadFont()],
  server: {
    host: '127.0.0.1',
    // The app's own modules live under /api/ too: they end in .ts or .tsx, no endpoint does.
    proxy: {
      '^/api/(?!.*\\.tsx?(\\?|$))': api,
      '^/(rpc|healthz|metrics)$': api,
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The page's policy allows fonts from its own origin only, no data: ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL('./src/web/index.html', import.meta.url)),
      output: {
        codeSplitting: {
          // Changes with the lock file only, so that a release leaves it in the browsers' caches.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // What the first page needs comes in one piece, however many later pages share it.
            { name: 'first', tags: ['$initial'], priority: 1 },
            // So does what the dashboard shows next, else it is dozens of small files.
            { name: 'dashboard', test: /src\/web\/app\/dashboard-cards\.tsx$/ },
          ],
        },
      },
    },
  },
});
