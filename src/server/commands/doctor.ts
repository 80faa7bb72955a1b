import { resolve } from 'node:path';
import { lockFolder } from '#localnet/lock';
import { storedWallets } from '#localnet/wallets';
import { examine } from './doctor/examine.ts';
import { lineOf } from '../start/start-finding.ts';

/** Reports for each requirement of a start whether it is met, and what to do if not. Exits with 1 if one fails. */
const findings = await examine(process.env, {
  lock: lockFolder,
  migrations: resolve('migrations'),
  walletsIn: storedWallets,
});
process.exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
// A reader such as `head` may close the pipe before the last line.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`);
