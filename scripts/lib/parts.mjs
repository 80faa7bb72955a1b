import process from 'node:process';

/** The parts of a command to run: all, or the one that `--only` names. */
export function partsWanted(parts, only) {
  if (only === undefined) return parts;
  if (parts.includes(only)) return [only];
  console.error(`--only takes one of ${parts.join(', ')}`);
  return process.exit(2);
}
