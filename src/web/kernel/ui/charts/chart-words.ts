import { clockText, dayText } from '../format/date-text.ts';
import { formatNumber, formatUsd } from '../format/format.ts';
import { texts } from '../texts/shared-texts.ts';
import { dateTimeText } from '../format/times.ts';

const DAY_MS = 86_400_000;
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** How a chart says its times: by the clock where it spans two days at most, else by the day. */
export function timeWords(times: readonly number[]) {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return {
    times,
    shortTime: span <= 2 * DAY_MS ? clockText : dayText,
    exactTime: (time: number) => dateTimeText(new Date(time).toISOString()),
  };
}

/** How a chart says its values: short beside the axis, and whole. */
function valueWords(decimals: number, prefix: string, suffix: string) {
  const text = prefix === '$' ? formatUsd : (value: string) => formatNumber(value, decimals);
  return {
    exact: (value: string | null) =>
      value === null ? texts.figure.none : `${prefix}${text(value)}${suffix}`,
    short: (value: number) => `${prefix}${SHORT.format(value)}${suffix}`,
  };
}

export const USD_WORDS = valueWords(2, '$', '');
export const TIMES_WORDS = valueWords(2, '', '×');
export const PERCENT_WORDS = valueWords(2, '', '%');
export const LMT_WORDS = valueWords(4, '', ' LMT');
export const COUNT_WORDS = valueWords(0, '', '');
