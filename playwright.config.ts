import { defineConfig } from '@playwright/test';

/** Off as Playwright has them: a second list takes the place of its own. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Two hidden pages of the address bar, loaded with every window: 1.3 s of a core for each test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const SEEDED = '**/admin/tabs*.spec.ts';

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  globalSetup: './test/browser/setup.ts',
  reporter: [['line']],
  // Each worker has a server of its own, see test/browser/app.ts; on one that is given they would
  // move each other's time. Three on two cores: a test waits now and then.
  workers: process.env['APP_URL'] === undefined ? 3 : 1,
  fullyParallel: true,
  // What makes its own users first takes longest: it begins at once, beside the others.
  projects: [
    { name: 'seeded', testMatch: SEEDED },
    { name: 'app', testIgnore: SEEDED },
  ],
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
      ],
    },
  },
});
