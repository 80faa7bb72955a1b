/** What carries every call of the app, to the server and to the chain; the demo puts itself in its place. */
export const transport = {
  send: (path: string, init: RequestInit): Promise<Response> => fetch(path, init),
  /** No call leaves the page. */
  isDemo: false,
};
