type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** What wallets come as: extensions on a computer; apps on a phone, which pages can reach on Android. */
export type Device = 'computer' | 'android' | 'phone';

/** A tablet may call itself a Mac: it has fingers. */
export function deviceOf({ userAgent, maxTouchPoints }: Browser = navigator): Device {
  if (/Android/i.test(userAgent)) return 'android';
  if (/iPhone|iPad|Mobile/i.test(userAgent)) return 'phone';
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'phone' : 'computer';
}

export function isMobile(): boolean {
  return deviceOf() !== 'computer';
}

/** The name under which wallets and pages know the way to wallet apps. */
export const MOBILE_WALLET = 'Mobile Wallet Adapter';

/** Whether this browser opens wallet apps for a page. In an app's own window they are not asked: the app itself is. */
export function opensWalletApps(
  { userAgent } = navigator as Pick<Navigator, 'userAgent'>,
): boolean {
  const isWindowOfApp = /; wv\)|Version\/[\d.]+ .*Chrome\//.test(userAgent);
  return /Android/i.test(userAgent) && userAgent.includes('Chrome/') && !isWindowOfApp;
}
