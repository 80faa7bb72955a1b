/** Shrunk list of steps that still fails. */
export interface Shrunk {
  readonly steps: readonly number[];
  readonly tries: number;
}

/**
 * Removes steps from a failing script while it still fails: first whole groups (a user's steps), then halves,
 * quarters, … down to single steps.
 */
export async function shrink(
  failing: readonly number[],
  {
    groups,
    fails,
    triesMax,
  }: {
    readonly groups: readonly (readonly number[])[];
    readonly fails: (steps: readonly number[]) => Promise<boolean>;
    readonly triesMax: number;
  },
): Promise<Shrunk> {
  let steps = [...failing];
  let tries = 0;
  const leaveOut = async (part: readonly number[]): Promise<boolean> => {
    const left = steps.filter((step) => !part.includes(step));
    if (tries >= triesMax || left.length === steps.length || left.length === 0) return false;
    tries += 1;
    if (!(await fails(left))) return false;
    steps = left;
    return true;
  };
  await leaveOutMany(groups, leaveOut);
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < steps.length;) {
      if (!(await leaveOut(steps.slice(from, from + size)))) from += size;
    }
  }
  return { steps, tries };
}

/** Removes halves of the groups, then halves of the rest, down to single groups. */
async function leaveOutMany(
  groups: readonly (readonly number[])[],
  leaveOut: (part: readonly number[]) => Promise<boolean>,
): Promise<void> {
  if (groups.length === 0 || (await leaveOut(groups.flat())) || groups.length === 1) return;
  const half = Math.ceil(groups.length / 2);
  await leaveOutMany(groups.slice(0, half), leaveOut);
  await leaveOutMany(groups.slice(half), leaveOut);
}
