/** What a badge, pill or mark wants to say. */
export type Tone = 'neutral' | 'good' | 'time' | 'bad';

export const TONE_TEXT: Readonly<Record<Tone, string>> = {
  neutral: 'text-quiet',
  good: 'text-accent',
  time: 'text-amber',
  bad: 'text-red',
};

export const TONE_TINT: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raise text-quiet',
  good: 'tint-accent text-accent',
  time: 'tint-amber text-amber',
  bad: 'tint-red text-red',
};

export const TONE_FILL: Readonly<Record<Tone, string>> = {
  neutral: 'bg-faint',
  good: 'bg-accent',
  time: 'bg-amber-fill',
  bad: 'bg-red',
};
