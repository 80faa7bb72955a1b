import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { verifyFiles } from '#proof/cli/verify-files';

const PYTHON = fileURLToPath(new URL('../../docs/examples/verify.py', import.meta.url));

/** True if this machine has python3. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Arguments of the command that verifies files. */
export interface Asked {
  readonly files: readonly string[];
  readonly rpc: string | null;
  readonly treasury: string | null;
}

/** A verifier's lines, each as its level and the fault in brackets, such as `FAIL (wrong-root)`. */
export type Verifier = (asked: Asked) => Promise<string[]>;

const FAULT = / \(([A-Za-z-]+)\)/;

const shortened = (level: string, text: string): string => {
  const fault = level === 'FAIL' ? FAULT.exec(text.split('\n')[0] ?? '')?.[0] : undefined;
  return `${level}${fault ?? ''}`;
};

export const byUs: Verifier = async (asked) =>
  (await verifyFiles(asked)).map(({ level, text }) => shortened(level, text));

/** The verifier in Python, as a process of its own. */
export const byPython: Verifier = ({ files, rpc, treasury }) =>
  new Promise((resolve, reject) => {
    const chain = [...(rpc ? ['--rpc', rpc] : []), ...(treasury ? ['--treasury', treasury] : [])];
    execFile('python3', [PYTHON, ...files, ...chain], (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      if (lines.length === 0) reject(new Error(stderr, { cause: error }));
      else resolve(lines.map((line) => shortened(line.slice(0, 4).trim(), line.slice(6))));
    });
  });
