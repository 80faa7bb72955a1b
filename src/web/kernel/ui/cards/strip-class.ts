/** How a strip's parts stand: on a phone one below the other. */
export function stripClass(isBrief: boolean): string {
  const rows = isBrief ? 'gap-y-2 py-2' : 'gap-y-3 py-4';
  return `grid items-center gap-x-[18px] rounded-card px-[18px] wide:flex ${rows}`;
}
