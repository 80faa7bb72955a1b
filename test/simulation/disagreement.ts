/** The server and the model do not agree. */
export class Disagreement extends Error {
  readonly found: readonly string[];

  constructor(found: readonly string[]) {
    super(found.join('\n'));
    this.found = found;
  }
}
