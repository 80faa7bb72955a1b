import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteBudget, type Json, TooManyBytes, toJson } from '../bytes/json.ts';
import { accountMethods } from './accounts.ts';
import { blockMethods } from './blocks.ts';
import { blockhashMethods } from './blockhashes.ts';
import { clusterMethods } from './cluster.ts';
import {
  RpcError,
  answerTooLarge,
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  parseError,
} from './errors.ts';
import { historyMethods } from './history.ts';
import { listMethods } from './lists.ts';
import type { Methods } from './method.ts';
import type { Params } from './params.ts';
import { sendMethods } from './send.ts';
import { simulateMethods } from './simulate.ts';
import { tokenMethods } from './tokens.ts';
import { validatorMethods } from './validator.ts';

/** Methods over HTTP. */
export const METHODS: Methods = {
  ...clusterMethods,
  ...validatorMethods,
  ...blockMethods,
  ...blockhashMethods,
  ...accountMethods,
  ...tokenMethods,
  ...listMethods,
  ...historyMethods,
  ...sendMethods,
  ...simulateMethods,
};

const BATCH_MAX = 100;
const ANSWER_BYTES_MAX = 5 * 1_024 * 1_024;

interface Call {
  readonly method: string;
  readonly params: unknown;
  /** Undefined for a notification, which gets no response. */
  readonly id: string | number | null | undefined;
}

/** Calls of a request body; null for each invalid element. */
export interface Request {
  readonly batch: boolean;
  readonly calls: readonly (Call | null)[];
}

function readCall(value: unknown): Call | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { jsonrpc, method, params, id } = value as Record<string, unknown>;
  if (typeof method !== 'string' || (jsonrpc !== undefined && jsonrpc !== '2.0')) return null;
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number')
    return null;
  return { method, params, id };
}

/** Parses a body. Returns the response text if it is not JSON, or an empty or too long batch. */
export function readRequest(body: string): Request | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return failure(null, parseError());
  }
  if (!Array.isArray(value)) return { batch: false, calls: [readCall(value)] };
  if (value.length === 0) return failure(null, invalidRequest());
  if (value.length > BATCH_MAX) {
    const tooLong = `The batch has ${value.length} requests; max ${BATCH_MAX}`;
    return failure(null, invalidRequest(tooLong));
  }
  return { batch: true, calls: value.map(readCall) };
}

function failure(id: Call['id'], { code, message, data }: RpcError): string {
  const error: Json = data === undefined ? { code, message } : { code, message, data };
  return `{"jsonrpc":"2.0","error":${toJson(error)},"id":${JSON.stringify(id ?? null)}}`;
}

function positional(params: unknown): Params {
  if (params === undefined || params === null) return [];
  if (Array.isArray(params)) return params;
  throw invalidParams('`params` should be an array');
}

/** Inputs of a call: the methods, and the byte budget left for the batch. */
interface Surroundings<C> {
  readonly methods: Methods<C>;
  readonly context: C;
  readonly budget: ByteBudget;
}

async function answerCall<C>(
  call: Call | null,
  { methods, context, budget }: Surroundings<C>,
): Promise<string> {
  if (call === null) return failure(null, invalidRequest());
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
  try {
    if (!method) throw methodNotFound();
    if (budget.isExceeded) throw new TooManyBytes();
    const result = toJson(await method(positional(call.params), context), budget);
    return `{"jsonrpc":"2.0","result":${result},"id":${JSON.stringify(call.id ?? null)}}`;
  } catch (error) {
    if (error instanceof RpcError) return failure(call.id, error);
    const isTooLarge = error instanceof TooManyBytes;
    return failure(call.id, isTooLarge ? answerTooLarge(ANSWER_BYTES_MAX) : internalError());
  }
}

/**
 * Returns the response body, empty if only notifications were sent. Calls of a batch run in sequence and
 * yield to other work in between. Once a result exceeds the budget, later calls do not run.
 */
export async function answer<C>(
  { batch, calls }: Request,
  methods: Methods<C>,
  context: C,
): Promise<string> {
  const budget = new ByteBudget(ANSWER_BYTES_MAX);
  const answers: string[] = [];
  for (const [at, call] of calls.entries()) {
    if (at > 0) await nextTurn();
    const text = await answerCall(call, { methods, context, budget });
    if (call === null || call.id !== undefined) answers.push(text);
  }
  return batch && answers.length > 0 ? `[${answers.join(',')}]` : (answers[0] ?? '');
}
