/** How far the protocol's clock is ahead of the device's. */
let aheadMs = 0;

/** The protocol's time in milliseconds, as far as the server has told it. */
export const protocolNow = (): number => Date.now() + aheadMs;

/** To be told what time it is for the protocol. */
export function setProtocolNow(now: number): void {
  aheadMs = now - Date.now();
}
