import type { PayToken } from '#domain/base/money';

import { createStore } from '../ui/state/create-store.ts';
import { useAddress } from '../wallet/state.ts';

export const STAGES = ['quote', 'sign', 'send', 'confirm', 'record'] as const;
export type Stage = (typeof STAGES)[number];

/** How far the payment under way has come, and what the user is asked or told. */
export interface Progress {
  readonly purpose: 'bond' | 'stake';
  readonly walletAddress: string;
  readonly walletName: string;
  readonly tokenType: PayToken;
  readonly amount: string;
  readonly lmtAmount: string;
  readonly stage: Stage;
  readonly outcome:
    | { readonly kind: 'running' }
    /** The price is worse than the one shown: the user decides. */
    | { readonly kind: 'changed'; readonly expected: string }
    /** The server has found lamports of the fee missing: the user pays them or leaves it. */
    | { readonly kind: 'due'; readonly lamports: string; readonly autoRestake: boolean }
    /** Over: this page does nothing more about it. */
    | {
        readonly kind: 'failed';
        /** 'unconfirmed': the wallet may have sent it, and did not say so. */
        readonly step: 'pay' | 'unconfirmed' | 'record';
        readonly message: string;
        readonly requestId: string | null;
        /** Nothing was sent: the same order can be placed again. */
        readonly canRetry: boolean;
      }
    /** Sent, but not recorded yet: it is kept and tried again. */
    | { readonly kind: 'stuck'; readonly message: string; readonly requestId: string | null }
    | { readonly kind: 'expired' }
    | { readonly kind: 'done'; readonly isPending: boolean; readonly availableAt: string | null };
  readonly signature: string | null;
  /** What the wallet is asked to sign: to whom, and the network's own fee in lamports where it is known. */
  readonly receiver?: string | null;
  readonly networkFee?: number | null;
  /** The rent of an account that the payment makes, in lamports. */
  readonly accountRent?: number | null;
  /** Until when a signature comes in time, by this browser's clock. */
  readonly signBefore?: number | null;
  /** The first signature came too late. */
  readonly isAskedAgain?: boolean;
  /** The wallet could send the payment itself, which gives a slow signer time. */
  readonly canSend?: boolean;
  /** It was signed in an earlier visit, or sent by the wallet after its order was left. */
  readonly isResumed: boolean;
  /** Longer than usual, or the server is being asked again. */
  readonly isSlow: boolean;
  /** The server waits for what was paid. */
  readonly isUnseen?: boolean;
}

/** A payment that has just begun, but for what it is about. */
export const blankProgress = {
  stage: 'quote',
  outcome: { kind: 'running' },
  signature: null,
  isResumed: false,
  isSlow: false,
} as const;

interface View {
  readonly progress: Progress | null;
  readonly isOpen: boolean;
}

const NONE: View = { progress: null, isOpen: false };
const view = createStore(NONE);
export const currentView = view.get;

/** The connected wallet's payment under way, and whether its dialog is open. */
export function useProgress(): View {
  const shown = view.useValue();
  const address = useAddress();
  return shown.progress?.walletAddress === address ? shown : NONE;
}

/** Whether work is going on or its dialog is open: what started it keeps the focus for afterwards. */
export function isPayoutInProgress({ progress, isOpen }: View): boolean {
  return isOpen || progress?.outcome.kind === 'running';
}

export function showProgress(progress: Progress | null, isOpen = view.get().isOpen): void {
  view.set({ progress, isOpen: isOpen && progress !== null });
}

/** Changes what is shown of a wallet's payment; another wallet's may have taken its place. */
export function changeProgress(walletAddress: string, change: Partial<Progress>): void {
  const { progress } = view.get();
  if (progress?.walletAddress === walletAddress) showProgress({ ...progress, ...change });
}

/** Puts a wallet's payment away. */
export function endProgress(walletAddress: string): void {
  if (view.get().progress?.walletAddress === walletAddress) view.set(NONE);
}

/** Opens or closes the dialog; closing one that has ended puts it away. */
export function openDialog(isOpen: boolean): void {
  const { progress } = view.get();
  const kind = progress?.outcome.kind;
  const isOver = kind === 'done' || kind === 'failed' || kind === 'expired' || kind === 'due';
  showProgress(!isOpen && isOver ? null : progress, isOpen);
}
