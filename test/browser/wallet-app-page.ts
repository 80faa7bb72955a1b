import type { BrowserContext } from '@playwright/test';

import type { WalletApp } from './wallet-app.ts';

export const PIXEL = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
  hasTouch: true,
  viewport: { width: 390, height: 844 },
} as const;

export const IPHONE = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  hasTouch: true,
  viewport: { width: 390, height: 844 },
} as const;

/**
 * Puts a wallet app beside the browser of a context: it comes to the front by its link, and answers on the
 * port that the link names. Without one, links lead nowhere. Gives the links.
 */
export async function installApp(
  context: BrowserContext,
  app: WalletApp | null,
): Promise<readonly string[]> {
  const links: string[] = [];
  const opened = new EventTarget();
  await context.exposeFunction('walletAppOpened', (href: string) => {
    links.push(href);
    opened.dispatchEvent(new Event('link'));
  });
  await context.addInitScript(takeLinks, app !== null);
  if (!app) return links;
  /** The page may knock before its link has arrived here. */
  const associationAt = async (port: string): Promise<string> => {
    for (;;) {
      const link = links.find((href) => new URL(href).searchParams.get('port') === port);
      if (link !== undefined) return new URL(link).searchParams.get('association') ?? '';
      await new Promise((come) => opened.addEventListener('link', come, { once: true }));
    }
  };
  await context.routeWebSocket(/^ws:\/\/localhost:\d+\/solana-wallet$/, (socket) => {
    const conversation = associationAt(new URL(socket.url()).port).then((association) =>
      app.conversation(association),
    );
    socket.onMessage(async (bytes) => {
      const answer = await conversation;
      for (const message of answer(Buffer.from(bytes))) socket.send(message);
    });
  });
  return links;
}

/** Runs in the page. A phone hands links of other kinds to its apps; a computer would ask in a window of its own. */
function takeLinks(hasApp: boolean): void {
  const { navigation, walletAppOpened } = window as unknown as {
    navigation: EventTarget;
    walletAppOpened: (href: string) => Promise<void>;
  };
  navigation.addEventListener('navigate', (event) => {
    const { url } = (event as unknown as { destination: { url: string } }).destination;
    if (!url.startsWith('solana-wallet:')) return;
    event.preventDefault();
    void walletAppOpened(url);
    // The app takes the focus away from the page.
    if (hasApp) window.dispatchEvent(new Event('blur'));
  });
}
