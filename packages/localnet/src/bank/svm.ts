import {
  Account as NativeAccount,
  Clock,
  type FailedTransactionMetadata,
  LiteSvm,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { type Key, keyAt, keyBytes, keyText } from '../bytes/key.ts';
import { LIGHTHOUSE, MEMO_V3, MEMO_V4, UPGRADEABLE_LOADER } from '../programs.ts';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS, type TransactionError } from '../tx/errors.ts';
import type { Account } from './account.ts';
import type { Execution, InnerInstruction } from './execution.ts';
import { noopProgram } from './noop-program.ts';

const SLOTS_PER_EPOCH = 432_000;

/** Offsets: the code account's address in a program account, and the code in a code account. */
const PROGRAM_DATA_ADDRESS_AT = 4;
const PROGRAM_DATA_CODE_AT = 45;

type Failure = ReturnType<FailedTransactionMetadata['err']>;

function readError(failure: Failure): TransactionError {
  if (typeof failure === 'number') return TRANSACTION_ERRORS[failure] ?? 'SanitizeFailure';
  const name = failure.constructor.name.replace('TransactionError', '');
  if ('err' in failure) {
    const inner = failure.err();
    if (typeof inner === 'number') {
      return { InstructionError: [failure.index, INSTRUCTION_ERRORS[inner] ?? 'GenericError'] };
    }
    return {
      InstructionError: [failure.index, 'code' in inner ? { Custom: inner.code } : 'BorshIoError'],
    };
  }
  if ('accountIndex' in failure) return { [name]: { account_index: failure.accountIndex } };
  return { [name]: failure.index };
}

function readInner(meta: TransactionMetadata): InnerInstruction[][] {
  return meta.innerInstructions().map((list) =>
    list.map((inner) => {
      const instruction = inner.instruction();
      return {
        program: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: Buffer.from(instruction.data()).toString('base64'),
        stackHeight: inner.stackHeight(),
      };
    }),
  );
}

function readMeta(meta: TransactionMetadata, error: TransactionError | null): Execution {
  const returned = meta.returnData();
  const data = Buffer.from(returned.data());
  return {
    error,
    logs: meta.logs(),
    inner: readInner(meta),
    units: Number(meta.computeUnitsConsumed()),
    returned:
      data.length === 0
        ? null
        : { program: keyText(keyAt(returned.programId())), data: data.toString('base64') },
  };
}

function readAccount(native: NativeAccount): Account {
  const data = native.data();
  return {
    lamports: native.lamports(),
    // No copy: `data` has no other owner.
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    owner: keyAt(native.owner()),
    executable: native.executable(),
  };
}

function isFailure(
  result: TransactionMetadata | SimulatedTransactionInfo | FailedTransactionMetadata,
): result is FailedTransactionMetadata {
  return 'err' in result;
}

/** Embedded SVM. Its own checks of signatures, blockhashes and duplicates are off, because callers check first. */
export class Svm {
  readonly #svm = new LiteSvm();

  constructor() {
    this.#svm.setSigverify(false);
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
    this.#svm.withNativeMints();
    this.#svm.addProgram(keyBytes(LIGHTHOUSE), noopProgram());
    this.#svm.addProgram(keyBytes(MEMO_V4), this.#codeOf(MEMO_V3));
  }

  /** Returns the code of a built-in program. */
  #codeOf(program: Key): Buffer {
    const account = this.read(program);
    if (account?.owner !== UPGRADEABLE_LOADER) return account?.data ?? Buffer.alloc(0);
    const code = this.read(keyAt(account.data, PROGRAM_DATA_ADDRESS_AT));
    return code?.data.subarray(PROGRAM_DATA_CODE_AT) ?? Buffer.alloc(0);
  }

  /** Executes and commits. A failure charges the fee to the payer. */
  execute(transaction: Buffer): Execution {
    const result = this.#svm.sendVersionedTransaction(transaction);
    return isFailure(result)
      ? readMeta(result.meta(), readError(result.err()))
      : readMeta(result, null);
  }

  /** Executes without committing. Returns the resulting accounts, too. */
  simulate(transaction: Buffer): { execution: Execution; post: Map<Key, Account> } {
    const result = this.#svm.simulateVersionedTransaction(transaction);
    const post = new Map<Key, Account>();
    if (isFailure(result)) {
      return { execution: readMeta(result.meta(), readError(result.err())), post };
    }
    for (const changed of result.postAccounts()) {
      post.set(keyAt(changed.address), readAccount(changed.account()));
    }
    return { execution: readMeta(result.meta(), null), post };
  }

  read(key: Key): Account | null {
    const native = this.#svm.getAccount(keyBytes(key));
    return native === null ? null : readAccount(native);
  }

  lamports(key: Key): bigint {
    return this.#svm.getBalance(keyBytes(key)) ?? 0n;
  }

  write(key: Key, account: Account | null): void {
    const native = account
      ? new NativeAccount(
          account.lamports,
          account.data,
          keyBytes(account.owner),
          account.executable,
          2n ** 64n - 1n,
        )
      : new NativeAccount(0n, new Uint8Array(0), new Uint8Array(32), false, 0n);
    this.#svm.setAccount(keyBytes(key), native);
  }

  /** Sets the Clock sysvar. */
  setClock(slot: number, unixSeconds: number, epochStartSeconds: number): void {
    const epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH));
    this.#svm.setClock(
      new Clock(BigInt(slot), BigInt(epochStartSeconds), epoch, epoch + 1n, BigInt(unixSeconds)),
    );
  }

  /** Sets the SlotHashes sysvar, newest first. */
  setSlotHashes(hashes: readonly { readonly slot: number; readonly hash: Key }[]): void {
    this.#svm.setSlotHashes(
      hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash: keyText(hash) })),
    );
  }

  /** Returns the minimum balance (lamports) of a rent-exempt account with `dataBytes` of data. */
  rentExemption(dataBytes: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(dataBytes));
  }
}
