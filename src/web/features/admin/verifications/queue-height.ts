/** Of the queue and the panel beside it: both are whole in the window, whatever stands above them. */
export const QUEUE_HEIGHT = 'max(26rem, calc(100dvh - 9rem))';
