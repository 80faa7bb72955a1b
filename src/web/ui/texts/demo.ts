/** What the demo says of itself; loaded with it. */
export const demoTexts = {
  label: 'Demo',
  title: 'Demo: made-up data.',
  hint: 'Nothing is sent, and nothing here is worth anything.',
  leave: 'Leave the demo',
  wallet: 'Demo wallet',
  toast: (title: string) => `${title} (demo)`,
  refused: 'This is not part of the demo: nothing is sent from here. Leave the demo to use it.',
  assistant:
    'This is the demo: nothing is sent, so I can look nothing up here. Leave the demo to ask me.',
} as const;
