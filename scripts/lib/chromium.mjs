import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bin } from './project.mjs';
import { aptInstall, exists, runNode } from './run.mjs';

/** The shell without windows comes first: it takes a tenth less of a core than the whole browser. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    '/usr/bin',
    '/usr/local/bin',
  ];
  return folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(isProgram);
}

/** The newest full Chromium that Playwright has downloaded, if any. */
function inPlaywrightCache() {
  const cache =
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ??
    path.join(
      os.homedir(),
      process.platform === 'darwin' ? 'Library/Caches' : '.cache',
      'ms-playwright',
    );
  if (!existsSync(cache)) return undefined;
  const revision = (name) => Number(name.split('-')[1]);
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) =>
      [
        'chrome-linux/chrome',
        'chrome-linux64/chrome',
        'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      ].map((file) => path.join(cache, name, file)),
    )
    .find(isProgram);
}

const look = () => onPath() ?? inPlaywrightCache() ?? (isProgram(MAC) ? MAC : undefined);

/**
 * Finds a Chromium for the browser tests, or gets one.
 *
 * @returns {Promise<{ path: string } | { missing: string }>}
 */
export async function findChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    return (await exists(given))
      ? { path: given }
      : { missing: `CHROMIUM_PATH does not run: ${given}` };
  }
  const found = look();
  if (found !== undefined) return { path: found };
  console.log('No Chromium found: installing one');
  const refused =
    (await aptInstall(['chromium-headless-shell'])) && (await aptInstall(['chromium']));
  if (refused !== null) {
    const args = [bin('playwright'), 'install', 'chromium'];
    await runNode(args, { quiet: true, timeoutMs: 300_000 });
  }
  const installed = look();
  if (installed !== undefined && (await exists(installed))) return { path: installed };
  return {
    missing: `no Chromium on this machine, and ${refused ?? 'the installed one does not run'}`,
  };
}
