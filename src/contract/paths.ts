/** The addresses of the API, for whoever calls it; no schema hangs on them. */
export const PATHS = {
  settings: '/api/protocol/settings',
  status: '/api/status',
  local: '/api/local',
  airdrop: '/api/local/airdrop',
  clock: '/api/local/clock',
  nonce: '/api/auth/get-nonce',
  verifyWallet: '/api/auth/verify-wallet',
  logout: '/api/auth/logout',
  users: '/api/users',
  user: '/api/users/{walletAddress}',
  quoteBond: '/api/bonds/quote',
  bonds: '/api/bonds',
  userBonds: '/api/bonds/user/{userId}',
  bondStatus: '/api/bonds/{id}/status',
  portfolio: '/api/portfolio/{userId}',
  userTransactions: '/api/transactions/user/{userId}',
  history: '/api/transactions/history/{userId}',
  adminAccess: '/api/admin/direct-access',
  adminPause: '/api/admin/emergency-pause',
  adminSettings: '/api/admin/settings',
  adminRevenue: '/api/admin/revenue',
  unmatchedDeposits: '/api/admin/deposits/unmatched',
  assignDeposit: '/api/admin/deposits/unmatched/{id}/assign',
} as const;

/** The addresses at which the web app shows something; any other is '404 Page Not Found'. */
export const PAGES: readonly string[] = ['/', '/admin', '/sell'];
