import { type Import, importsOf, loadedBy } from './imports.ts';
import { isTest, type Source } from './sources.ts';

/** One arrow of docs/ARCHITECTURE.md: which imports it speaks about, and which of them it allows. */
interface Arrow {
  readonly says: string;
  readonly about: (i: Import) => boolean;
  readonly allows: (i: Import) => boolean;
}

const inside = (file: string, ...places: string[]): boolean =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));

const from =
  (...places: string[]) =>
  (i: Import): boolean =>
    inside(i.from, ...places);

const to =
  (...places: string[]) =>
  (i: Import): boolean =>
    i.ours && inside(i.to, ...places);

/** Our files that a room may import; packages are left to `package.json` and knip. */
const room = (place: string, ...mayImport: string[]): Arrow => ({
  says: `${place} imports only ${mayImport.join(', ')}`,
  about: (i) => i.ours && inside(i.from, place),
  allows: to(...mayImport),
});

const onlyFrom = (place: string, ...importers: string[]): Arrow => ({
  says: `only ${importers.join(', ')} import ${place}`,
  about: to(place),
  allows: from(place, ...importers),
});

const SERVER = 'src/server/';
const WEB = 'src/web/';
/** The proof of liabilities, which every other room may use. */
const PROOF = 'packages/proof/src/';
/** The subjects of each floor; a subject imports only those before it. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  'src/domain/': [
    'base',
    'terms',
    'bonds',
    'payments',
    'vaults',
    'sells',
    'payouts',
    'treasury',
    'audit',
    'proof',
    'alerts',
    'portfolio',
    'reminders',
    'users',
  ],
  'src/server/': [
    'kernel',
    'terms',
    'payments',
    'bonds',
    'vaults',
    'users',
    'sells',
    'portfolio',
    'treasury',
    'payouts',
    'audit',
    'proof',
    'alerts',
    'reminders',
    'help',
    'config',
    'config.ts',
    'start',
    'commands',
  ],
  'src/server/kernel/': [
    'events',
    'cache',
    'base',
    'rpc',
    'chain',
    'prices',
    'db',
    'entities',
    'lists',
    'terms',
    'ledger',
    'write',
    'sessions',
    'parts.ts',
    'guards',
    'jobs',
    'http',
  ],
  'src/web/': [
    'kernel',
    'terms',
    'treasury',
    'reminders',
    'vaults',
    'payments',
    'users',
    'payouts',
    'audit',
    'proof',
    'alerts',
    'bonds',
    'portfolio',
    'sells',
    'help',
    'demo',
    'app',
    'gallery',
  ],
  'src/web/kernel/': ['ui', 'api', 'wallet', 'dashboard', 'prices', 'pay'],
  'src/contract/': [
    'base',
    'terms',
    'users',
    'bonds',
    'payments',
    'vaults',
    'sells',
    'payouts',
    'treasury',
    'portfolio',
    'audit',
    'proof',
    'alerts',
    'reminders',
    'help',
  ],
};

/** A file of a subject may import files of that subject and of those before it on its floor. */
const subjects = Object.entries(SUBJECTS).map(([floor, names]): Arrow => ({
  says: `the subjects of ${floor} import each other in one order: ${names.join(' ')}`,
  about: (i) => i.ours && inside(i.from, floor) && inside(i.to, floor),
  allows: (i) => {
    const [from, to] = [i.from, i.to].map((file) =>
      names.findIndex((name) => inside(file, floor + (name.endsWith('.ts') ? name : `${name}/`))),
    );
    // A file beside the subjects, such as the type of all calls, stands above them.
    return from === undefined || to === undefined || from === -1 || (to >= 0 && to <= from);
  },
}));

const ARROWS: readonly Arrow[] = [
  room('src/domain/', 'src/domain/', 'packages/proof/src/'),
  ...subjects,
  {
    says: 'src/domain imports no package',
    about: (i) => !i.ours && inside(i.from, 'src/domain/'),
    allows: () => false,
  },
  room('src/contract/', 'src/contract/', 'src/domain/', PROOF),
  {
    says: 'src/contract imports no package but zod',
    about: (i) => !i.ours && inside(i.from, 'src/contract/'),
    allows: (i) => /^zod(\/|$)/.test(i.to),
  },
  room(SERVER, SERVER, 'src/contract/', 'src/domain/', PROOF, 'packages/localnet/src/'),
  onlyFrom(`${SERVER}kernel/http/`, `${SERVER}app.ts`, 'test/'),
  room('packages/localnet/', 'packages/localnet/'),
  room('packages/proof/', 'packages/proof/'),
  onlyFrom(
    'packages/localnet/',
    ...['main.ts', 'commands/'].map((n) => SERVER + n),
    'test/',
    'bench/',
  ),
  room(WEB, WEB, 'src/contract/', 'src/domain/', PROOF),
  {
    says: 'what ships imports no test',
    about: (i) => i.ours && inside(i.from, 'src/', 'packages/localnet/src/', PROOF),
    allows: (i) =>
      !inside(
        i.to,
        'test/',
        'packages/localnet/test/',
        'packages/proof/test/',
        'bench/',
        'scripts/',
      ) && !isTest(i.to),
  },
];

/** Imports against an arrow, each as one line that names file, line and rule. Tests may import anything. */
export function brokenArrows(sources: readonly Source[]): string[] {
  const imports = sources.filter(({ path }) => !isTest(path)).flatMap(importsOf);
  return imports.flatMap((i) =>
    ARROWS.filter((arrow) => arrow.about(i) && !arrow.allows(i)).map(
      (arrow) => `${i.from}:${i.line} imports ${i.to}: ${arrow.says}`,
    ),
  );
}

/** Files of the web app that load zod in the browser, directly or through another file. */
export function zodInBrowser(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return sources
    .filter(({ path }) => path.startsWith(WEB) && !isTest(path))
    .filter(({ path }) => [...loadedBy(path, imports)].some((name) => /^zod(\/|$)/.test(name)))
    .map(
      ({ path }) =>
        `${path} loads zod at run time: take types, or the plain route table, from src/contract`,
    );
}
