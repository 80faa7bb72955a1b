/** Thrown if server and model disagree. */
export class Disagreement extends Error {
  readonly found: readonly string[];

  constructor(found: readonly string[]) {
    super(found.join('\n'));
    this.found = found;
  }
}
