import type { Logger } from 'pino';

/** Closed in reverse order of opening. */
export type Closers = (() => Promise<void>)[];

export async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

const SHUTDOWN_MS = 15_000;

/**
 * On SIGTERM and SIGINT, drains requests, closes everything and exits with 0. A second signal or a timeout ends it early.
 */
export function closeOnSignal(closers: Closers, logger: Logger): void {
  const stop = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'shutting down');
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    closeAll(closers).then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ err }, 'shutting down failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
