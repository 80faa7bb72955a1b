import { isTest, type Source } from './sources.ts';
import { isNode, lineAt, nameOf, type Node, parse, visitAll } from './syntax.ts';

const SERVER = 'src/server/';
/** Where transactions are opened: by the executor of writes, for reads of one moment, for work of one node. */
const OPENERS = [
  `${SERVER}kernel/write/`,
  `${SERVER}kernel/db/transactions.ts`,
  `${SERVER}kernel/db/pglite.ts`,
  `${SERVER}kernel/db/postgres.ts`,
];

function callsIn(source: Source, name: string): Node[] {
  const calls: Node[] = [];
  visitAll(parse(source), (node) => {
    const callee = node.type === 'CallExpression' ? node['callee'] : null;
    if (!isNode(callee)) return;
    if ((nameOf(callee) ?? nameOf(callee['property'])) === name) calls.push(node);
  });
  return calls;
}

const serverCode = (sources: readonly Source[]): Source[] =>
  sources.filter(({ path }) => path.startsWith(SERVER) && !isTest(path));

/** Transactions that are opened elsewhere, each as one line that names file and line. */
export function strayTransactions(sources: readonly Source[]): string[] {
  return serverCode(sources)
    .filter(({ path }) => !OPENERS.some((place) => path.startsWith(place)))
    .flatMap((source) =>
      callsIn(source, 'transaction').map(
        ({ start }) => `${source.path}:${lineAt(source.text, start)} opens a transaction`,
      ),
    );
}

/** What every action may refuse: the subject is not there, is another user's, or the chain is away. */
const EVERYWHERE = ['NOT_FOUND', 'NOT_YOURS', 'CHAIN_UNAVAILABLE'];

/** What some actions refuse beside that, and why the domain cannot. */
const ELSEWHERE: { readonly [path: string]: readonly string[] } = {
  // What a signature proves takes cryptography.
  'users/prove-wallet.ts': ['SIGNATURE_INVALID'],
  // Which wallet asks, and whether it signed: the way to an admin session is the guard of all other calls.
  'users/admin-access.ts': ['WALLET_MISMATCH', 'NOT_OWNER', 'SIGNATURE_REQUIRED'],
  // The text that is to be signed, for a refusal of the domain.
  'payouts/payout-signature.ts': ['SIGNATURE_REQUIRED'],
  // What the chain, or its form of a transaction, says of one.
  'payouts/fund-nonces.ts': ['PAYOUT_MISMATCH', 'PAYOUT_EXPIRED', 'PAYOUT_IMPOSSIBLE'],
  'payouts/pay-out.ts': ['PAYOUT_MISMATCH'],
  'payouts/make-payout.ts': ['PAYOUT_IMPOSSIBLE'],
  'proof/sign-anchor.ts': ['ANCHOR_MISMATCH'],
  // What a signature proves takes cryptography here too.
  'proof/sign-holdings.ts': ['HOLDING_UNSIGNED'],
  // Whether a text is a key of the chain.
  'start/local/change-local-network.ts': ['MALFORMED'],
};

const codeOf = (call: Node): string | null => {
  const [first] = [call['arguments']].flat();
  return isNode(first) && typeof first['value'] === 'string' ? first['value'] : null;
};

/** Folders that are no subject: guards and the shell around requests refuse by their own codes. */
const NOT_SUBJECTS = ['kernel/', 'config/', 'start/open-cluster.ts', 'commands/'];

/** Refusals of a subject's actions and jobs that are the domain's to decide, each as one line. */
export function strayRefusals(sources: readonly Source[]): string[] {
  const actions = serverCode(sources).filter(({ path }) => {
    const inServer = path.slice(SERVER.length);
    return inServer.includes('/') && !NOT_SUBJECTS.some((folder) => inServer.startsWith(folder));
  });
  return actions.flatMap((source) => {
    const allowed = [...EVERYWHERE, ...(ELSEWHERE[source.path.slice(SERVER.length)] ?? [])];
    return callsIn(source, 'refuse')
      .map((call) => ({ code: codeOf(call), line: lineAt(source.text, call.start) }))
      .filter(({ code }) => code === null || !allowed.includes(code))
      .map(({ code, line }) => `${source.path}:${line} refuses ${code ?? 'what it does not name'}`);
  });
}

/** Exceptions that nothing uses any more. */
export function unusedExceptions(sources: readonly Source[]): string[] {
  return Object.entries(ELSEWHERE).flatMap(([path, codes]) => {
    const source = sources.find((each) => each.path === SERVER + path);
    const used = source ? callsIn(source, 'refuse').map(codeOf) : [];
    return codes.filter((code) => !used.includes(code)).map((code) => `${path}: ${code}`);
  });
}
