import type { CSSProperties } from 'react';

import { cx } from './cx.ts';
import { type Digits, digitsOf } from './digits.ts';
import { formatExact, numberParts } from './format.ts';
import { texts } from '../texts/shared-texts.ts';

export type FigureSize = 'md' | 'lg' | 'xl';

interface FigureProps {
  /** A decimal string; null where it is unknown. */
  readonly value: string | null;
  /** How closely it is told; its unit says how many digits that takes. */
  readonly digits?: Digits;
  /** For what no unit tells: 0 of a count, those of a price. */
  readonly decimals?: number;
  readonly unit?: string;
  /** A currency sign before the number. */
  readonly prefix?: string;
  /** A price, of which no user pays a part: to the nearest digit, as every worth in USD. */
  readonly nearest?: boolean;
  /** Shows a plus before what is not negative. */
  readonly signed?: boolean;
  readonly size?: FigureSize;
  readonly className?: string | undefined;
}

/** As large as its --letters leave room for: in its cell where several stand abreast, else on the screen. */
export const FIGURE_SIZES: Readonly<Record<FigureSize, string>> = {
  md: 'font-[560]',
  lg: 'text-[min(2rem,14cqi,calc(var(--room,100)*1cqi/var(--letters)))] leading-none font-[580] tracking-[-0.032em]',
  xl: 'text-[min(2.5rem,12.5vw,calc(125vw/var(--letters)))] leading-none font-[580] tracking-[-0.035em] wide:text-4xl',
};

/** A number with a quieter unit; digits beyond `decimals` are a hover or a focus away. */
export function Figure(props: FigureProps) {
  const { value, unit, prefix = '', signed = false, size = 'md', className } = props;
  const { nearest = prefix === '$' } = props;
  const { decimals = digitsOf(unit ?? (prefix || undefined), props.digits) } = props;
  const parts = value === null ? null : numberParts(value, decimals, nearest ? 'nearest' : 'down');
  if (!parts) return <span className={cx('text-faint', className)}>{texts.figure.none}</span>;
  const sign = parts.sign === '' && signed ? '+' : parts.sign;
  const exact = parts.cut
    ? `${prefix}${formatExact(value ?? '')}${unit === undefined ? '' : ` ${unit}`}`
    : undefined;
  const letters = prefix.length + parts.whole.length + parts.fraction.length;
  const large = { '--letters': letters + (unit?.length ?? 0) / 2 } as CSSProperties;
  return (
    <span
      style={size === 'md' ? undefined : large}
      className={cx('whitespace-nowrap', FIGURE_SIZES[size], className)}
      data-hint={exact}
      tabIndex={exact === undefined ? undefined : 0}
    >
      {sign}
      {prefix}
      {parts.whole}
      {size === 'md' ? parts.fraction : <Fraction text={parts.fraction} isUsd={prefix === '$'} />}
      {unit !== undefined && <Unit unit={unit} size={size} />}
    </span>
  );
}

/** Quieter is what says least: the cents of a worth, of an amount the zeros that end it. */
function Fraction({ text, isUsd }: { readonly text: string; readonly isUsd: boolean }) {
  const zeros = isUsd ? text : (/\.?0+$/.exec(text)?.[0] ?? '');
  return (
    <>
      {text.slice(0, text.length - zeros.length)}
      {zeros !== '' && <span className="font-[500] text-faint">{zeros}</span>}
    </>
  );
}

function Unit({ unit, size }: { readonly unit: string; readonly size: FigureSize }) {
  const scale = size === 'md' ? 'text-[0.86em]' : 'text-[max(0.46em,0.75rem)] tracking-normal';
  return <span className={cx('font-[450] text-faint', scale)}>{` ${unit}`}</span>;
}
