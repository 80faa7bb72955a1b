const CALENDAR = /(calendar\/+)[^/?#]+/gi;

/** A request's address as it may be logged and answered: without the token that opens a calendar. */
export const shownUrl = (url: string): string => url.replaceAll(CALENDAR, '$1:token');
