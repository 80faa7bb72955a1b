/** Finding about one item, in one line that says what to do. */
export interface Finding {
  /**
   * `warn`: the server starts, with something missing. `fail`: it does not start, or must not handle money.
   */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly about: string;
  readonly text: string;
}

const finding =
  (level: Finding['level']) =>
  (about: string, text: string): Finding => ({ level, about, text });

export const ok = finding('ok');
export const warn = finding('warn');
export const fail = finding('fail');

/** Returns the first line of an error's message, or its code. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' && message !== '' ? message : String(code ?? error);
  return text.split('\n', 1)[0] ?? text;
}

const ABOUT_WIDTH = 16;

/** Formats a finding as a line for the terminal. */
export const lineOf = ({ level, about, text }: Finding): string =>
  `${level.padEnd(5)} ${about.padEnd(ABOUT_WIDTH)} ${text}`;
