import { payoutsTexts } from './forecast-texts.ts';

/** Hues of red, orange, yellow and blue, by how soon it is: the palette's one exception. */
const HUES = [25, 55, 100, 255] as const;

/** Days 1 and 2 red, 3 and 4 orange, 5 and 6 yellow, 7 blue. */
export function DayBadge({ day }: { readonly day: number }) {
  const hue = HUES[Math.min(HUES.length - 1, Math.floor((day - 1) / 2))];
  // As light and as strong as the theme's red, so that it can be read in both.
  const colour = `oklch(from var(--red) l c ${hue})`;
  return (
    <span
      className="inline-flex rounded-md px-2 py-[3px] text-xs leading-[1.3] font-[560] whitespace-nowrap"
      style={{ color: colour, background: `color-mix(in oklab, ${colour} 13%, var(--card))` }}
    >
      {payoutsTexts.chart.day(day)}
    </span>
  );
}
