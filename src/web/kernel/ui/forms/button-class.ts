import { cx } from '../format/cx.ts';

/** 'grave' leads to a question whose answer is 'destructive': it is seen without shouting. */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'grave' | 'destructive';
export type ButtonSize = 'md' | 'sm';

const BASE =
  'hit relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-[550] whitespace-nowrap max-tight:shrink max-tight:whitespace-normal ' +
  'transition-[filter,background-color,border-color] disabled:opacity-55 aria-disabled:cursor-progress';

const SIZES: Readonly<Record<ButtonSize, string>> = {
  md: 'min-h-10 px-4 text-[0.84375rem]',
  sm: 'min-h-8 px-3 text-sm',
};

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:brightness-108',
  secondary: 'border-line bg-raise text-text enabled:hover:border-edge',
  quiet: 'border-transparent text-quiet hover:bg-raise hover:text-text',
  grave: 'border-red/45 text-red enabled:hover:border-red',
  destructive: 'border-transparent bg-red text-on-red enabled:hover:brightness-108',
};

/** The look of a button, for links that act as one too. */
export function buttonClass(look: {
  readonly tone?: ButtonTone | undefined;
  readonly size?: ButtonSize | undefined;
  readonly className?: string | undefined;
}): string {
  return cx(BASE, SIZES[look.size ?? 'md'], TONES[look.tone ?? 'secondary'], look.className);
}
