// Runs the built server for as long as its standard input is open: the kernel closes it when the
// worker that started this process ends, in any way whatever.
import process from 'node:process';

process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
await import('../../dist/server/main.js');
