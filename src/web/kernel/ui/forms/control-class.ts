/** The frame of a control one types or picks in; it carries the focus ring of what is inside. Above a table (`data-dense`) it is as low as a small button. */
export const CONTROL_CLASS =
  'flex min-h-[46px] w-full pointer-coarse:min-h-[54px] pointer-fine:in-data-dense:min-h-8 items-center gap-2 rounded-control border border-edge bg-ground px-3 ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-text ' +
  'has-aria-invalid:border-red has-disabled:border-line has-disabled:bg-raise';

/** What stands in such a frame and leaves the focus ring to it. */
export const BARE_CLASS =
  'w-0 min-w-0 grow self-stretch bg-transparent outline-none placeholder:text-faint';
