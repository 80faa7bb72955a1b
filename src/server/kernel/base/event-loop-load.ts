import { performance } from 'node:perf_hooks';

/** The part of its time that a process works from which on it has none to spare. */
const BUSY = 0.73;
const MEASURED_OVER_MS = 50;

let measured = performance.eventLoopUtilization();
let measuredAt = performance.now();
let isBusy = false;

/** Whether this process has had almost no idle time just now. */
export function isEventLoopBusy(): boolean {
  const now = performance.now();
  if (now - measuredAt < MEASURED_OVER_MS) return isBusy;
  const before = measured;
  measured = performance.eventLoopUtilization();
  measuredAt = now;
  isBusy = performance.eventLoopUtilization(measured, before).utilization > BUSY;
  return isBusy;
}
