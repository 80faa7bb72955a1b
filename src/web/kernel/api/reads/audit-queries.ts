import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

import type { AnswerOf } from '#contract/api';
import type { AuditProgressJson } from '#contract/audit/admin-audit';
import type { getLog } from '#contract/audit/admin-log';
import { PATHS } from '#contract/base/paths';

import type { Order } from '../../ui/tables/column.ts';
import { LONG_MS, adminCall, adminPage, adminSend } from '../admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../admin-intervals.ts';
import { told } from '../live/stream.ts';

const PAGE = 100;

/** Which users of the audit, and in which order. */
export interface AuditChoice extends Order<AuditSort> {
  readonly filter: 'all' | 'issues' | 'high' | 'medium';
  readonly search: string;
}

export type AuditSort = 'risk' | 'wallet' | 'bonded' | 'staked' | 'unstaked' | 'issues';

/** The audit as it was last made, page by page. */
export function auditQuery(choice: AuditChoice) {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'audit', choice],
    queryFn: ({ pageParam, signal }) =>
      adminPage(PATHS.adminAudit, {
        query: { ...choice, limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ADMIN_INTERVALS_MS.adminAudit,
  });
}

/** Repeats the audit, telling how far it is; resolves when it is done. */
export async function runAudit(tell: (progress: AuditProgressJson) => void): Promise<void> {
  const response = await adminSend('POST', PATHS.adminAuditRun, { timeoutMs: LONG_MS });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const progress = JSON.parse(line) as AuditProgressJson;
      if ('error' in progress) throw new Error(progress.error);
      tell(progress);
    }
  }
}

export type AdminLog = AnswerOf<typeof getLog>;

/** Which lines of the log; dates are instants. */
export interface LogChoice {
  readonly search: string;
  readonly call: string;
  readonly from: string;
  readonly to: string;
}

/** What the owner did, newest first, page by page. */
export function logQuery(choice: LogChoice) {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'log', choice],
    queryFn: ({ pageParam, signal }) =>
      adminCall('GET', PATHS.adminLog, { query: { ...choice, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

const CHAIN_PAGE = 50;

/** The bonds held against the chain, by user, page by page. */
export function chainAuditQuery() {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'blockchain', 'verify'],
    queryFn: ({ pageParam, signal }) =>
      adminPage(PATHS.adminBlockchainAudit, {
        query: { limit: CHAIN_PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ADMIN_INTERVALS_MS.adminAudit,
  });
}
