import type { TransactionError } from '../tx/errors.ts';

export interface InnerInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  /** Base 64. */
  readonly data: string;
  readonly stackHeight: number;
}

/** Outcome of one execution by the SVM. */
export interface Execution {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  /** One list for each instruction of the message. */
  readonly inner: readonly (readonly InnerInstruction[])[];
  readonly units: number;
  readonly returned: { readonly program: string; readonly data: string } | null;
}

/** A token account's balance at one of the transaction's keys. */
export interface TokenBalance {
  readonly index: number;
  readonly mint: string;
  readonly owner: string;
  readonly program: string;
  /** Base units, decimal digits. */
  readonly units: string;
  readonly decimals: number;
}
