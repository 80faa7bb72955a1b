/** Of the queue and the panel beside it: what the window leaves below the dashboard's chrome, so that the page need not scroll. */
export const QUEUE_HEIGHT = 'max(26rem, calc(100dvh - 25rem))';
