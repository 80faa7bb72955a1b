import { type DestinationStream, type Logger, pino } from 'pino';
import { currentLogFields } from '../kernel/base/purpose.ts';

export interface Logs {
  /** Logger of the HTTP server, which adds request ids itself. */
  readonly requests: Logger;
  /** Logger of everything else. Each line has the ids of its job run and request. */
  readonly work: Logger;
}

export function openLogs(level: string, into: DestinationStream = pino.destination(1)): Logs {
  return { requests: pino({ level }, into), work: pino({ level, mixin: currentLogFields }, into) };
}
