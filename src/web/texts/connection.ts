/** What is said while the server does not answer. */
export const connectionTexts = {
  region: 'Connection',
  lost: 'No connection.',
  showing: (time: string) => `Showing figures of ${time}.`,
  again: (seconds: number) => `Trying again in ${seconds} s`,
  trying: 'Trying again',
} as const;
