/** The wallet did not sign, or was not asked; says so in a sentence. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}
