/** Whether wallets come as apps here and not as extensions. A tablet may call itself a Mac: it has fingers. */
export function isMobile(
  device: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator,
): boolean {
  const { userAgent, maxTouchPoints } = device;
  if (/Android|iPhone|iPad|Mobile/i.test(userAgent)) return true;
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1;
}
