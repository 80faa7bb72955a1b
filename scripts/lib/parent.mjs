import process from 'node:process';

/**
 * Ends this command in order when the npm that started it is gone. npm runs a script through a
 * shell, and a SIGTERM to npm ends that shell without reaching us: the server would live on, alone.
 */
export function endWithParent() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
