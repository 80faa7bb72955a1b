/** What the demo says of itself; loaded with it. */
export const demoTexts = {
  label: 'Demo',
  title: 'Demo: made-up data, nothing is sent.',
  hint: 'Press what you like: it lasts until you leave.',
  leave: 'Leave the demo',
  wallet: 'Demo wallet',
  toast: (title: string) => `${title} (demo)`,
  refused: 'This is not part of the demo: nothing is sent from here. Leave the demo to use it.',
  assistant:
    'This is the demo: nothing is sent, so I can look nothing up here. Leave the demo to ask me.',
  about: {
    slug: 'demo',
    title: 'About this demo',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Everything here is made up by your browser when the page is loaded: the account with its bonds, vaults and sell request, the treasury, the prices. The rules are the real ones, so fees, rewards and deadlines are what they would be.',
      },
      {
        kind: 'paragraph',
        text: 'You can press every button. Nothing is sent, no wallet is asked, and no money moves. What you change lasts until you load the page again or leave the demo.',
      },
      {
        kind: 'paragraph',
        text: 'The other help pages, the assistant’s answers and the owner’s dashboard are not part of the demo.',
      },
    ],
  },
} as const;
