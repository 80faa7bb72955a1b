import type { InjectOptions } from 'fastify';
import type { Wallets } from '#localnet/wallets';
import type { Param, Statement } from '#server/kernel/db/database';
import type { KillAt } from './steps.ts';

/** Where a server finds its chain, and what it must know of it. */
export interface ChainAccess {
  /** Where the chain answers JSON-RPC at `/rpc`, moves time at `/clock`, and gives at `/airdrop`. */
  readonly origin: string;
  readonly wallets: Wallets;
  readonly faucetAddress: string;
  /** Whether the owner's wallet signs payouts, and not the server. */
  readonly isKeyless: boolean;
}

/** Where a database is that survives its server: at an address, or embedded in a data folder. */
export type Place = { readonly url: string } | { readonly dataDir: string };

/** An answer of the app, as far as it crosses from one process to another. */
export interface Injected {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

/** What a server to kill can be told. */
export interface Commands {
  open(where: Place): Promise<void>;
  /** Starts the app and its jobs on the open database. */
  start(chain: ChainAccess): Promise<void>;
  /** Counts steps from here on, and kills the process at one of them. */
  count(killAt: KillAt | null): Promise<void>;
  /** Counts no longer; answers the names of the steps. */
  stop(): Promise<readonly string[]>;
  inject(request: InjectOptions): Promise<Injected>;
  /** Runs the named jobs once, in their order; all of them where none is named. */
  runJobs(names: readonly string[] | null): Promise<void>;
  /** Asks the database behind the app's back: no step. */
  query(statement: Statement, params?: readonly Param[]): Promise<unknown[]>;
  exec(script: string): Promise<void>;
}

export interface Asked {
  readonly id: number;
  readonly name: keyof Commands;
  readonly args: readonly unknown[];
}

/** What a server says: the answer to a question, or an alert. */
export type Said =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown }
  | { readonly alert: string; readonly details: object };
