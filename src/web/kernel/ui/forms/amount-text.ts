/** '', '1.', '.5', '12.5': what is an amount, or becomes one when typing goes on. */
const PLAIN = /^\d*\.?\d*$/;

/** True for what is an amount or could become one while it is typed; blanks around it do not count. */
export function isAmountText(text: string): boolean {
  return PLAIN.test(text.trim());
}

/**
 * What the text of a field will be as an amount; '' where it is nothing yet.
 *
 * @example wholeAmount('.5') // '0.5'
 */
export function wholeAmount(typed: string): string {
  const text = typed.trim();
  if (text === '.') return '';
  return text.replace(/^\.(?=\d)/, '0.').replace(/^(\d+)\.$/, '$1');
}

/**
 * What a field tells of a text that is typed in another unit than its own. What can't be read there, such
 * as 1.1234567 USDC, keeps that unit: alone, it would be an amount of the field's own.
 *
 * @param toOwn the same in the field's own unit; null where the text is no amount
 */
export function toldAmount<U extends string>(
  typed: string,
  unit: U,
  toOwn: (typed: string, unit: U) => string | null,
): string {
  const whole = wholeAmount(typed);
  return whole === '' ? '' : (toOwn(whole, unit) ?? `${whole} ${unit}`);
}

/**
 * What stands in an amount field after an edit. No character of an amount is dropped: a comma that is
 * typed becomes the point, a text that comes as a whole (paste, drop, autofill) is understood where
 * it can mean one amount only, and everything else stays as it is, for the field to show an error.
 *
 * @param text what the edit left in the field
 * @param key the one character that a key press put in; null for a text that came as a whole
 * @example afterEdit('1,', ',')       // '1.'
 * @example afterEdit('1.234,5', null) // '1234.5'
 * @example afterEdit('1,234', null)   // '1,234': 1234 or 1.234
 */
export function afterEdit(text: string, key: string | null): string {
  if (key === null) return readAmount(text) ?? text;
  const pointed = text.replace(',', '.');
  return key === ',' && PLAIN.test(pointed) ? pointed : text;
}

const COMMA_GROUPS = /^[1-9]\d{0,2}(?:,\d{3})+\.\d+$|^[1-9]\d{0,2}(?:,\d{3}){2,}$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
/** A comma that can't part thousands: too many digits before it, a zero there, or not three after. */
const DECIMAL_COMMA = /^(?:\d{4,}|0\d*|),\d+$|^\d+,(?:\d{1,2}|\d{4,})$/;

/** A text as a plain amount; null where it is none, or could be two. */
function readAmount(text: string): string | null {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return trimmed;
  if (COMMA_GROUPS.test(trimmed)) return trimmed.replaceAll(',', '');
  if (POINT_GROUPS.test(trimmed)) return trimmed.replaceAll('.', '').replace(',', '.');
  if (DECIMAL_COMMA.test(trimmed)) return trimmed.replace(',', '.');
  return null;
}
