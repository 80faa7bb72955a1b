import type { CSSProperties } from 'react';

import { cx } from './cx.ts';
import { formatExact, numberParts } from './format.ts';
import { texts } from '../../texts/texts.ts';

export type FigureSize = 'md' | 'lg' | 'xl';

interface FigureProps {
  /** A decimal string; null where it is unknown. */
  readonly value: string | null;
  readonly decimals?: number;
  readonly unit?: string;
  /** A currency sign before the number. */
  readonly prefix?: string;
  /** Shows a plus before what is not negative. */
  readonly signed?: boolean;
  readonly size?: FigureSize;
  readonly className?: string;
}

/** On a phone as large as its --letters leave room for. */
const SIZES: Readonly<Record<FigureSize, string>> = {
  md: 'font-[560]',
  lg: 'text-[min(2rem,10vw,calc(100vw/var(--letters)))] leading-none font-[580] tracking-[-0.032em]',
  xl: 'text-[min(2.5rem,12.5vw,calc(125vw/var(--letters)))] leading-none font-[580] tracking-[-0.035em] wide:text-4xl',
};

/** A number with a quieter unit; digits beyond `decimals` are a hover or a focus away. */
export function Figure(props: FigureProps) {
  const { value, decimals = 4, unit, prefix = '', signed = false, size = 'md', className } = props;
  const parts =
    value === null ? null : numberParts(value, decimals, prefix === '$' ? 'nearest' : 'down');
  if (!parts) return <span className={cx('text-faint', className)}>{texts.figure.none}</span>;
  const sign = parts.sign === '' && signed ? '+' : parts.sign;
  const exact = parts.cut
    ? `${prefix}${formatExact(value ?? '')}${unit === undefined ? '' : ` ${unit}`}`
    : undefined;
  const letters = prefix.length + parts.whole.length + parts.fraction.length;
  const large = { '--letters': letters + (unit?.length ?? 0) / 2 } as CSSProperties;
  return (
    <span
      {...(size === 'md' ? {} : { style: large })}
      className={cx('whitespace-nowrap', SIZES[size], className)}
      {...(exact === undefined ? {} : { 'data-hint': exact, tabIndex: 0 })}
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
  const scale = size === 'md' ? 'text-[0.86em]' : 'text-[0.46em] tracking-normal';
  return <span className={cx('font-[450] text-faint', scale)}>{` ${unit}`}</span>;
}
