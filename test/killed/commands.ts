import type { InjectOptions } from 'fastify';
import type { Wallets } from '#localnet/wallets';
import type { Param, Statement } from '#server/kernel/db/database';
import type { KillAt } from './steps.ts';

/** Address and data of the chain that a server uses. */
export interface ChainAccess {
  /** Origin with JSON-RPC at `/rpc`, the clock at `/clock`, and airdrops at `/airdrop`. */
  readonly origin: string;
  readonly wallets: Wallets;
  readonly faucetAddress: string;
  /** True if the owner's wallet signs payouts instead of the server. */
  readonly isKeyless: boolean;
}

/** Database that survives its server: a URL, or an embedded one in a data folder. */
export type DatabaseLocation = { readonly url: string } | { readonly dataDir: string };

/** Serializable part of an injected response. */
export interface Injected {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: string;
}

/** Commands to a killable server. */
export interface Commands {
  open(where: DatabaseLocation): Promise<void>;
  /** Starts the app and its jobs on the open database. */
  start(chain: ChainAccess): Promise<void>;
  /** Starts counting steps, and kills the process at one of them. */
  count(killAt: KillAt | null): Promise<void>;
  /** Stops counting. Returns the names of the steps. */
  stop(): Promise<readonly string[]>;
  inject(request: InjectOptions): Promise<Injected>;
  /** Runs the named jobs once, in order; null runs all. */
  runJobs(names: readonly string[] | null): Promise<void>;
  /** Queries the database without counting a step. */
  query(statement: Statement, params?: readonly Param[]): Promise<unknown[]>;
  exec(script: string): Promise<void>;
}

export interface CommandMessage {
  readonly id: number;
  readonly name: keyof Commands;
  readonly args: readonly unknown[];
}

/** Message from the server: a result, an error or an alert. */
export type ServerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown }
  | { readonly alert: string; readonly details: object };
