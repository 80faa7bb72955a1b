/** A fixed instant, so that pictures of the gallery never differ. */
export const NOW = Date.UTC(2026, 10, 17, 8, 21, 0);
