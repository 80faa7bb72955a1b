/** What is said while the server does not answer. */
export const connectionTexts = {
  lost: 'No connection.',
  showing: (time: string) => `Showing figures of ${time}.`,
  again: (seconds: number) => `Trying again in ${seconds} s`,
  trying: 'Trying again',
} as const;
