/** What the page's worker keeps for the time without a connection, and where. */

/** The page that is shown then; it needs no other file. */
export const OFFLINE_PAGE = '/offline.html';
/** The last portfolio that this browser read. */
export const FIGURES = { cache: 'lmt-figures', key: '/offline/figures', seenAt: 'x-seen-at' };
