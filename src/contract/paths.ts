/** The addresses of the API, for whoever calls it; no schema hangs on them. */
export const PATHS = {
  settings: '/api/protocol/settings',
  status: '/api/status',
  local: '/api/local',
  airdrop: '/api/local/airdrop',
  clock: '/api/local/clock',
} as const;

/** The addresses at which the web app shows something; any other is '404 Page Not Found'. */
export const PAGES: readonly string[] = ['/', '/admin', '/sell'];
