/**
 * Options of Node for a process that lives for seconds: compiling the embedded database and our own code
 * well would take longer than they are used.
 */
export const SHORT_LIVED = ['--liftoff-only', '--no-opt', '--max-lazy'] as const;
