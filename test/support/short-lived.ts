/**
 * Node options for a short-lived process: optimizing the embedded database and our code would take longer
 * than it saves.
 */
export const SHORT_LIVED = ['--liftoff-only', '--no-opt', '--max-lazy'] as const;
