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
const WIRING = [
  'app.ts',
  'main.ts',
  'open-jobs.ts',
  'open-real.ts',
  'open-writing.ts',
  'parts.ts',
  'backup.ts',
  'check-ledger.ts',
  'doctor/',
].map((n) => SERVER + n);
const ROUTES = [`${SERVER}routes.ts`, `${SERVER}routes/`];
/** The one table of texts, which every room of the web app may use. */
const TEXTS = [`${WEB}texts/`];

/** The feature that a file is part of: features/<name>, and each tab of features/admin for itself. */
export function featureOf(file: string): string | null {
  const match = /^src\/web\/features\/(?:(admin\/[^/]+)\/|([^/]+)\/)/.exec(file);
  return match?.[1] ?? match?.[2] ?? null;
}

/** A tab may use what lies directly in features/admin, and that frame may show its tabs. */
const sameFeature = (i: Import): boolean => {
  const [a, b] = [featureOf(i.from), featureOf(i.to)];
  return (
    a === b ||
    (a === 'admin' && b?.startsWith('admin/') === true) ||
    (b === 'admin' && a?.startsWith('admin/') === true)
  );
};

/** The proof of liabilities, which every other room may use. */
const PROOF = 'packages/proof/src/';

/** The subjects of the domain; each imports only those before it. */
const SUBJECTS = [
  'base',
  'terms',
  'bonds',
  'vaults',
  'sells',
  'user',
  'treasury',
  'audit',
  'proof',
];

const subjects = SUBJECTS.map((name, i) =>
  room(
    `src/domain/${name}/`,
    ...SUBJECTS.slice(0, i + 1).map((below) => `src/domain/${below}/`),
    ...(name === 'proof' ? [PROOF] : []),
  ),
);

const serverRoom = (name: string, ...mayImport: string[]): Arrow =>
  room(SERVER + name, SERVER + name, ...mayImport);

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
  serverRoom('base/', 'src/contract/', 'src/domain/', PROOF),
  serverRoom('events/'),
  serverRoom('cache/', `${SERVER}events/`, 'src/domain/'),
  serverRoom('store/', ...['base/', 'events/'].map((n) => SERVER + n), 'src/domain/', PROOF),
  serverRoom(
    'http/',
    ...['base/', 'events/'].map((n) => SERVER + n),
    'src/contract/',
    'src/domain/',
  ),
  onlyFrom(`${SERVER}http/`, `${SERVER}app.ts`, 'test/'),
  room('packages/localnet/', 'packages/localnet/'),
  room('packages/proof/', 'packages/proof/'),
  onlyFrom(
    'packages/localnet/',
    ...['main.ts', 'backup.ts', 'check-ledger.ts', 'doctor.ts'].map((n) => SERVER + n),
    'test/',
    'bench/',
  ),
  onlyFrom(`${SERVER}actions/`, ...ROUTES, `${SERVER}jobs/`, 'test/', 'bench/'),
  ...['store/', 'chain/'].map((name) =>
    onlyFrom(
      SERVER + name,
      ...['actions/', 'guards/', 'jobs/'].map((n) => SERVER + n),
      ...WIRING,
      'test/',
      'bench/',
    ),
  ),
  room(WEB, WEB, 'src/contract/', 'src/domain/', PROOF),
  {
    says: 'a feature imports no other feature',
    about: (i) => featureOf(i.from) !== null && to(`${WEB}features/`)(i),
    allows: sameFeature,
  },
  room(
    `${WEB}features/`,
    ...['features/', 'flows/', 'ui/', 'api/', 'wallet/'].map((n) => WEB + n),
    ...TEXTS,
    'src/contract/',
    'src/domain/',
    PROOF,
  ),
  room(
    `${WEB}flows/`,
    ...['flows/', 'ui/', 'api/', 'wallet/'].map((n) => WEB + n),
    ...TEXTS,
    'src/contract/',
    'src/domain/',
    PROOF,
  ),
  room(`${WEB}ui/`, `${WEB}ui/`, ...TEXTS, 'src/domain/'),
  room(`${WEB}api/`, `${WEB}api/`, `${WEB}ui/`, ...TEXTS, 'src/contract/', 'src/domain/'),
  room(...(TEXTS as [string]), ...TEXTS, 'src/contract/', 'src/domain/', PROOF),
  room(
    `${WEB}wallet/`,
    ...['wallet/', 'api/', 'ui/'].map((n) => WEB + n),
    ...TEXTS,
    'src/contract/',
    'src/domain/',
  ),
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
