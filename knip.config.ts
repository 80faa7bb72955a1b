import type { KnipConfig } from 'knip';

/** `knip --production` looks at what ships alone: what only a test uses is unused there. */
const isProduction = process.argv.includes('--production');

/** Installed for `npm start`, and named where `--production` does not look: in vite.config.ts and by programs' arguments. */
const MAKES_WHAT_SHIPS = ['@tailwindcss/vite!', '@vitejs/plugin-react!', 'tsx!', 'vite!'];

const config: KnipConfig = {
  workspaces: {
    '.': {
      // What is marked with ! ships, or makes what ships.
      entry: [
        'src/server/main.ts!',
        'src/server/commands/backup.ts!',
        'src/server/commands/check-ledger.ts!',
        'src/server/commands/doctor.ts!',
        'src/web/app/first-theme.js!',
        'src/web/kernel/ui/styles/one-file-page.css!',
        'src/web/offline/main.ts!',
        'src/web/worker/sw.ts!',
        'src/web/gallery/main.tsx',
        'bench/main.ts',
        'bench/floor-server.ts',
        'bench/sweeper.ts',
        'seed/main.ts!',
        'seed/pictures.ts',
        'test/simulation/main.ts',
        'scripts/*.mjs!',
        'deploy/*.mjs!',
        'docs/examples/*.mjs',
      ],
      project: [
        'src/**/*.{ts,tsx,js,css}!',
        '!src/**/*.test.{ts,tsx}!',
        '!src/web/gallery/**!',
        'test/**/*.{ts,tsx}',
        'bench/**/*.ts',
        'seed/**/*.ts!',
        'scripts/**/*.mjs!',
        'deploy/*.mjs!',
        'docs/examples/*.mjs',
        '*.config.ts',
      ],
    },
    'packages/localnet': {
      entry: [
        'src/index.ts!',
        'src/cli.ts!',

        'test/crash-child.ts',
        'test/client-libraries/*.mjs',
      ],
      project: ['src/**/*.ts!', 'test/**/*.{ts,mjs}'],
    },
    'packages/proof': {
      entry: ['src/cli/verify.ts!', 'src/page/main.ts!'],
      project: ['src/**/*.ts!', 'test/**/*.ts'],
    },
  },
  ignoreBinaries: ['mount', 'umount', 'apt-get', 'dpkg-deb'],
  ignoreDependencies: ['@stryker-mutator/core', 'oxlint', 'oxlint-tsgolint', ...MAKES_WHAT_SHIPS],
  // A function that its own file uses may be exported for its test.
  ignoreExportsUsedInFile: isProduction ? true : { interface: true, type: true },
};

export default config;
