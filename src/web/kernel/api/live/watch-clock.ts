import { refreshAll } from '../query-client.ts';

const EVERY_MS = 1_000;
/** A clock that is merely put right from time to time moves less. */
const JUMP_MS = 2_000;

/**
 * Reads everything again when the device's clock is set while the page is open: until then every countdown
 * and every price that is locked would be wrong by as much.
 */
export function watchClock(): void {
  const ahead = () => Date.now() - performance.now();
  let last = ahead();
  setInterval(() => {
    const now = ahead();
    if (Math.abs(now - last) > JUMP_MS) void refreshAll();
    last = now;
  }, EVERY_MS);
}
