/**
 * Shape of a JSON value: a type name (several with `|`), a list of one shape, fields (`?` if optional), or
 * `map` from any name to one shape.
 */
export type Shape =
  | string
  | readonly [Shape]
  | { readonly [field: string]: Shape }
  | { readonly map: Shape };

const ACCOUNT: Shape = {
  data: 'data',
  executable: 'boolean',
  lamports: 'number',
  owner: 'string',
  rentEpoch: 'number',
  space: 'number',
};
const KEYED_ACCOUNT: Shape = { account: ACCOUNT, pubkey: 'string' };
const AMOUNT = {
  amount: 'string',
  decimals: 'number',
  uiAmount: 'number|null',
  uiAmountString: 'string',
} as const;
const BLOCKHASH: Shape = { blockhash: 'string', lastValidBlockHeight: 'number' };
const STATUS: Shape = { 'Ok?': 'null', 'Err?': 'any' };
const LOADED: Shape = { readonly: ['string'], writable: ['string'] };
const TOKEN_BALANCE: Shape = {
  accountIndex: 'number',
  mint: 'string',
  owner: 'string',
  programId: 'string',
  uiTokenAmount: AMOUNT,
};
const TRANSACTION = {
  meta: {
    computeUnitsConsumed: 'number',
    costUnits: 'number',
    err: 'any',
    fee: 'number',
    innerInstructions: ['any'],
    'loadedAddresses?': LOADED,
    logMessages: ['string'],
    postBalances: ['number'],
    postTokenBalances: [TOKEN_BALANCE],
    preBalances: ['number'],
    preTokenBalances: [TOKEN_BALANCE],
    'returnData?': 'any',
    rewards: ['any'],
    status: STATUS,
  },
  transaction: {
    message: {
      accountKeys: ['string'],
      'addressTableLookups?': ['any'],
      header: {
        numReadonlySignedAccounts: 'number',
        numReadonlyUnsignedAccounts: 'number',
        numRequiredSignatures: 'number',
      },
      instructions: [
        {
          accounts: ['number'],
          data: 'string',
          programIdIndex: 'number',
          stackHeight: 'number|null',
        },
      ],
      recentBlockhash: 'string',
    },
    signatures: ['string'],
  },
  'version?': 'string|number',
} as const;

/** Result with a context slot. */
const inContext = (value: Shape): Shape => ({
  context: { apiVersion: 'string', slot: 'number' },
  value,
});

/** Shapes of the example results in the documentation (solana.com/docs/rpc/http), by method. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  getAccountInfo: inContext(ACCOUNT),
  getBalance: inContext('number'),
  getBlock: {
    blockHeight: 'number|null',
    blockTime: 'number|null',
    blockhash: 'string',
    numRewardPartitions: 'number|null',
    parentSlot: 'number',
    previousBlockhash: 'string',
    rewards: ['any'],
    transactions: [TRANSACTION],
  },
  getBlockCommitment: { commitment: ['number'], totalStake: 'number' },
  getBlockHeight: 'number',
  getBlockProduction: inContext({
    byIdentity: { map: ['number'] },
    range: { firstSlot: 'number', lastSlot: 'number' },
  }),
  getBlockTime: 'number',
  getBlocks: ['number'],
  getBlocksWithLimit: ['number'],
  getClusterNodes: [
    {
      'clientId?': 'string|null',
      featureSet: 'number|null',
      gossip: 'string|null',
      pubkey: 'string',
      pubsub: 'string|null',
      rpc: 'string|null',
      serveRepair: 'string|null',
      shredVersion: 'number',
      tpu: 'string|null',
      tpuForwards: 'string|null',
      tpuForwardsQuic: 'string|null',
      tpuQuic: 'string|null',
      tpuVote: 'string|null',
      tvu: 'string|null',
      version: 'string|null',
    },
  ],
  getEpochInfo: {
    absoluteSlot: 'number',
    blockHeight: 'number',
    epoch: 'number',
    slotIndex: 'number',
    slotsInEpoch: 'number',
    transactionCount: 'number|null',
  },
  getEpochSchedule: {
    firstNormalEpoch: 'number',
    firstNormalSlot: 'number',
    leaderScheduleSlotOffset: 'number',
    slotsPerEpoch: 'number',
    warmup: 'boolean',
  },
  getFeeForMessage: inContext('number|null'),
  getFirstAvailableBlock: 'number',
  getGenesisHash: 'string',
  getHealth: 'string',
  getHighestSnapshotSlot: { code: 'number', message: 'string' },
  getIdentity: { identity: 'string' },
  getInflationGovernor: {
    foundation: 'number',
    foundationTerm: 'number',
    initial: 'number',
    taper: 'number',
    terminal: 'number',
  },
  getInflationRate: { epoch: 'number', foundation: 'number', total: 'number', validator: 'number' },
  getInflationReward: ['null'],
  getLargestAccounts: inContext([{ address: 'string', lamports: 'number' }]),
  getLatestBlockhash: inContext(BLOCKHASH),
  getLeaderSchedule: { map: ['number'] },
  getMaxRetransmitSlot: 'number',
  getMaxShredInsertSlot: 'number',
  getMinimumBalanceForRentExemption: 'number',
  getMultipleAccounts: inContext([ACCOUNT]),
  getProgramAccounts: [KEYED_ACCOUNT],
  getRecentPerformanceSamples: [
    {
      numNonVoteTransactions: 'number',
      numSlots: 'number',
      numTransactions: 'number',
      samplePeriodSecs: 'number',
      slot: 'number',
    },
  ],
  getRecentPrioritizationFees: [{ prioritizationFee: 'number', slot: 'number' }],
  getSignatureStatuses: inContext([
    {
      confirmationStatus: 'string|null',
      confirmations: 'number|null',
      err: 'any',
      slot: 'number',
      status: STATUS,
    },
  ]),
  getSignaturesForAddress: [
    {
      blockTime: 'number|null',
      confirmationStatus: 'string|null',
      err: 'any',
      memo: 'string|null',
      signature: 'string',
      slot: 'number',
    },
  ],
  getSlot: 'number',
  getSlotLeader: 'string',
  getSlotLeaders: ['string'],
  getStakeMinimumDelegation: inContext('number'),
  getSupply: inContext({
    circulating: 'number',
    nonCirculating: 'number',
    nonCirculatingAccounts: ['string'],
    total: 'number',
  }),
  getTokenAccountBalance: inContext(AMOUNT),
  getTokenAccountsByDelegate: inContext([KEYED_ACCOUNT]),
  getTokenAccountsByOwner: inContext([KEYED_ACCOUNT]),
  getTokenLargestAccounts: inContext([{ address: 'string', ...AMOUNT }]),
  getTokenSupply: inContext(AMOUNT),
  getTransaction: { blockTime: 'number|null', slot: 'number', ...TRANSACTION },
  getTransactionCount: 'number',
  getVersion: { 'feature-set': 'number|null', 'solana-core': 'string' },
  getVoteAccounts: {
    current: [
      {
        activatedStake: 'number',
        commission: 'number',
        epochCredits: ['any'],
        epochVoteAccount: 'boolean',
        'inflationRewardsCommissionBps?': 'number',
        lastVote: 'number',
        nodePubkey: 'string',
        rootSlot: 'number',
        votePubkey: 'string',
      },
    ],
    delinquent: ['any'],
  },
  isBlockhashValid: inContext('boolean'),
  minimumLedgerSlot: 'number',
  requestAirdrop: 'string',
  sendTransaction: 'string',
  simulateTransaction: inContext({
    accounts: 'any',
    err: 'any',
    fee: 'number|null',
    innerInstructions: 'any',
    loadedAccountsDataSize: 'number',
    loadedAddresses: LOADED,
    logs: ['string'],
    postBalances: ['number'],
    postTokenBalances: [TOKEN_BALANCE],
    preBalances: ['number'],
    preTokenBalances: [TOKEN_BALANCE],
    replacementBlockhash: BLOCKHASH,
    returnData: 'any',
    unitsConsumed: 'number',
  }),
};

/** Notification result, which has no apiVersion. */
const told = (value: Shape): Shape => ({ context: { slot: 'number' }, value });

/** Shapes of the example notifications in the documentation (solana.com/docs/rpc/websocket). */
export const NOTIFIED: Readonly<Record<string, Shape>> = {
  account: told(ACCOUNT),
  logs: told({ err: 'any', logs: ['string'], signature: 'string' }),
  program: told(KEYED_ACCOUNT),
  root: 'number',
  signature: told({ err: 'any' }),
  slot: { parent: 'number', root: 'number', slot: 'number' },
};

function misfitsOfFields(
  shape: { readonly [field: string]: Shape },
  value: object,
  at: string,
): string[] {
  const fields = new Map(Object.entries(value));
  const found: string[] = [];
  for (const [name, wanted] of Object.entries(shape)) {
    const field = name.replace(/\?$/, '');
    if (fields.has(field)) found.push(...misfits(wanted, fields.get(field), `${at}.${field}`));
    else if (!name.endsWith('?')) found.push(`${at}.${field} is missing`);
    fields.delete(field);
  }
  return [...found, ...[...fields.keys()].map((field) => `${at}.${field} is not documented`)];
}

/** Returns the mismatches between a value and a shape. */
export function misfits(shape: Shape, value: unknown, at = 'result'): string[] {
  if (typeof shape === 'string') {
    if (shape === 'any') return value === undefined ? [`${at} is missing`] : [];
    const type = value === null ? 'null' : typeof value;
    // Account data: text, text with encoding, or a parsed object.
    const isFit = shape === 'data' ? value !== null : shape.split('|').includes(type);
    return isFit ? [] : [`${at} is ${type}, not ${shape}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((each, i) => misfits(shape[0] as Shape, each, `${at}[${i}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${at} is no object`];
  const { map } = shape as { readonly map?: Shape };
  if (map === undefined) return misfitsOfFields(shape as { [field: string]: Shape }, value, at);
  return Object.entries(value).flatMap(([name, each]) => misfits(map, each, `${at}.${name}`));
}
