/** Thrown instead of deciding anything by a database clock that is minutes off. */
export class ClockSkewed extends Error {
  constructor() {
    super('the database’s clock is not right');
  }
}
