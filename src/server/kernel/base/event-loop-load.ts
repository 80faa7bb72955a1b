import { performance } from 'node:perf_hooks';

/** Event-loop utilization above which the process counts as busy. */
const BUSY = 0.73;
const WINDOW_MS = 50;

let measured = performance.eventLoopUtilization();
let measuredAt = performance.now();
let isBusy = false;

/** True if the event loop was busy in the last measured window of at least 50 ms. */
export function isEventLoopBusy(): boolean {
  const now = performance.now();
  if (now - measuredAt < WINDOW_MS) return isBusy;
  const before = measured;
  measured = performance.eventLoopUtilization();
  measuredAt = now;
  isBusy = performance.eventLoopUtilization(measured, before).utilization > BUSY;
  return isBusy;
}
