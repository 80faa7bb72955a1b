import { type DestinationStream, type Logger, pino } from 'pino';
import { currentLogFields } from '../kernel/base/purpose.ts';

export interface Logs {
  /** For the HTTP server, which names each request itself. */
  readonly requests: Logger;
  /** For everything else: each line says which run of a job, and which request, it comes from. */
  readonly work: Logger;
}

export function openLogs(level: string, into: DestinationStream = pino.destination(1)): Logs {
  return { requests: pino({ level }, into), work: pino({ level, mixin: currentLogFields }, into) };
}
