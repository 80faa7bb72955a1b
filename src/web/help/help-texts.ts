/** What the DeFi Assistant says by itself; loaded with it. */
export const helpTexts = {
  title: 'DeFi Assistant',
  open: 'Open the DeFi Assistant',
  close: 'Close the DeFi Assistant',
  online: 'Online',
  offline: 'Offline',
  messages: 'Messages',
  you: 'You',
  greeting:
    'Hello! I can help you with connecting a wallet, bonding, staking and the protocol. What would you like to know?',
  quick: 'Quick questions',
  questions: [
    'How do I connect my wallet?',
    'What is bonding and how does it work?',
    'How do I stake LMT tokens?',
    'What are the APY rates?',
    'How do I sell LMT tokens?',
    'What are the treasury and revenue sharing?',
  ],
  placeholder: 'Ask me anything about the platform...',
  send: 'Send',
  thinking: 'Thinking...',
  failure:
    "I'm sorry, I'm having trouble connecting to the help system right now. Please try again in a moment, or check our documentation for common questions.",
  again: 'Ask again',
  from: 'From the help page',
  near: 'See also',
  back: 'Back to the chat',
  pageLoading: 'Loading the help page',
  pageFailed: 'The help page could not be loaded',
  whole: 'Open it on the Info tab',
} as const;
