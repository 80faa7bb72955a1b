/** Invalid amounts: signs, exponents, blanks, commas, words, other digits, other types, too fine, too long. */
export const HOSTILE_AMOUNTS: readonly unknown[] = [
  ['', ' ', '-1', '+1', '1e3', '1E-2', ' 1', '1 ', '1,5', '1.', '.5', '1.5.0', '0x10', '1_000'],
  ['NaN', 'Infinity', '-Infinity', 'null', '١٢', '１', '1\n', '1\u0000', '½', '1n', '--1', '1/2'],
  ['0.000000001', `1.${'0'.repeat(9)}`, '9'.repeat(65), `0.${'1'.repeat(60)}`],
  [1, 0, -1, 1.5, true, null, [[]], [['1']], {}, { amount: '1' }].flat(),
].flat();

/** Well-formed amounts above every ledger's range. */
export const TOO_LARGE = ['9223372036854775808', '9'.repeat(39)];
