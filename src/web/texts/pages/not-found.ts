/** What the page of an address that leads nowhere says. */
export const notFoundTexts = {
  title: '404 Page Not Found',
  hint: 'There is nothing at this address. The link may be old, or mistyped.',
  back: 'Go to the dashboard',
} as const;
