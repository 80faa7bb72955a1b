import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';
import { ROOT } from './project.mjs';

const children = new Set();
let interrupted = '';
let interruptedAtMs = 0;

/** npm passes a Ctrl-C on that the terminal has delivered already: within this time it is one. */
const SAME_SIGNAL_MS = 1_000;

/** Passes a signal on to whatever runs, and ends only after it has ended. A second one kills. */
function onSignal(signal) {
  if (interrupted !== '' && Date.now() - interruptedAtMs < SAME_SIGNAL_MS) return;
  for (const child of children) child.kill(interrupted === '' ? signal : 'SIGKILL');
  if (children.size === 0) process.exit(128 + os.constants.signals[signal]);
  interrupted = signal;
  interruptedAtMs = Date.now();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Leaves signals to the next listener. */
export function stopForwarding() {
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function track(child) {
  stopForwarding();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  children.add(child);
  child.on('close', () => {
    children.delete(child);
    if (interrupted !== '' && children.size === 0) {
      process.exit(128 + os.constants.signals[interrupted]);
    }
  });
  return child;
}

/**
 * Runs a program to its end.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, timeoutMs?: number, cwd?: string, uid?: number, gid?: number }} [options]
 *   quiet: collect the output instead of showing it
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program is not there
 */
export function run(file, args, options = {}) {
  const { env = {}, quiet = false, timeoutMs, cwd = ROOT, uid, gid } = options;
  return new Promise((resolve) => {
    const child = track(
      spawn(file, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
        timeout: timeoutMs,
        uid,
        gid,
      }),
    );
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 127, output: `${file}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a script with this same Node. */
export const runNode = (args, options) => run(process.execPath, args, options);

/** Whether a program of this name answers `--version`. */
export async function exists(file) {
  const { code } = await run(file, ['--version'], { quiet: true, timeoutMs: 20_000 });
  return code === 0;
}

export const isRoot = () => process.getuid?.() === 0;

/** Installs Debian packages when this machine lets us. Answers why not, or null when done. */
export async function aptInstall(packages) {
  if (!isRoot()) return 'installing it needs root';
  if (!(await exists('apt-get'))) return 'this machine has no apt-get';
  // RUNLEVEL=1: a server package shall not start its service behind our back.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = { env, quiet: true, timeoutMs: 600_000 };
  await run('apt-get', ['update', '-q'], options);
  const args = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  const { code, output } = await run('apt-get', args, options);
  if (code === 0) return null;
  return `apt-get install ${packages.join(' ')} failed: ${output.trim().split('\n').at(-1) ?? ''}`;
}
