/** package.json, as far as the checks read it. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Locked extends Manifest {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** package-lock.json: where a package lies → what is locked there. '' is the project itself. */
export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Dependencies that npm could resolve to another version tomorrow. */
export function unpinned(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is "${version}": pin the exact version`);
}

/** Differences between package.json and the lock file, which make `npm ci` refuse. */
export function outOfStep(manifest: Manifest, lock: Lock, where = ''): string[] {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  const own = lock.packages[where] ?? {};
  const locked = { ...own.dependencies, ...own.devDependencies };
  const names = new Set([...Object.keys(wanted), ...Object.keys(locked)]);
  return [...names]
    .filter((name) => wanted[name] !== locked[name])
    .map(
      (name) =>
        `${name} is ${wanted[name] ?? 'absent'} in package.json, ${locked[name] ?? 'absent'} in the lock file`,
    );
}

/** Entries that name the machine they were downloaded from. */
export function resolvedHosts(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^\w+:\/\//.test(resolved))
    .map(([where]) => `${where} has "resolved": it ties the lock file to one registry`);
}

/** Packages whose work is done by a binary per platform. */
const PLATFORM_PACKAGES = [
  'esbuild',
  'rolldown',
  'oxlint',
  'oxlint-tsgolint',
  'oxfmt',
  '@tailwindcss/oxide',
  'lightningcss',
  'litesvm',
  'typescript',
  'oxc-parser',
  'oxc-resolver',
] as const;

const isLinux = (name: string, cpu: string): boolean =>
  new RegExp(`linux-${cpu}(-gnu)?$`).test(name);

/** Whether a package at `where`, or above it, would be found from `dependent`. */
const isLocked = (lock: Lock, dependent: string, name: string): boolean =>
  lock.packages[`${dependent}/node_modules/${name}`] !== undefined ||
  lock.packages[
    `${dependent.replace(/node_modules\/(@[^/]+\/)?[^/]+$/, '')}node_modules/${name}`
  ] !== undefined ||
  lock.packages[`node_modules/${name}`] !== undefined;

/** Binaries for Linux on x64 and arm64 that the lock file should hold and does not. */
export function missingBinaries(
  lock: Lock,
  names: readonly string[] = PLATFORM_PACKAGES,
): string[] {
  return names.flatMap((name) => {
    const places = Object.keys(lock.packages).filter((where) =>
      where.endsWith(`node_modules/${name}`),
    );
    if (places.length === 0) return [`${name} is not in the lock file`];
    return places.flatMap((where) =>
      ['x64', 'arm64'].flatMap((cpu) => {
        const binaries = Object.keys(lock.packages[where]?.optionalDependencies ?? {});
        const binary = binaries.find((candidate) => isLinux(candidate, cpu));
        if (binary === undefined) return [`${where} names no binary for linux ${cpu}`];
        return isLocked(lock, where, binary) ? [] : [`${where}: ${binary} is not in the lock file`];
      }),
    );
  });
}
