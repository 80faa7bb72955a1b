/** How often each read of the owner's is repeated, in milliseconds; apart, since the first page needs none of them. */
export const ADMIN_INTERVALS_MS = {
  adminStats: 30_000,
  adminSells: 15_000,
  adminForecast: 60_000,
  adminAudit: 30_000,
  /** Lists and settings of the owner's, which live updates refresh before that. */
  adminLists: 60_000,
  /** Measured, not written: no change of it is told. */
  adminHealth: 15_000,
} as const;
