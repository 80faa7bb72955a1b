import { type Lmt, MAX_AMOUNT, formatAmount, lmt, parseAmount } from '#domain/base/money';

import { typedAmount } from '../kernel/ui/forms/typed-amount.ts';
import { plainAmount } from '../kernel/ui/format/plain-amount.ts';
import { userEditorTexts } from './user-editor-texts.ts';

const { errors } = userEditorTexts;

export type Direction = 'none' | 'credit' | 'debit';

/** What is typed in the editor; an untouched username is null. */
export interface Draft {
  readonly username: string | null;
  readonly direction: Direction;
  readonly amount: string;
  readonly reason: string;
}

export const EMPTY_DRAFT: Draft = { username: null, direction: 'none', amount: '', reason: '' };

/** What a draft would change; an error stands where something is wrong, null where nothing is. */
export interface Checked {
  readonly username: string | undefined;
  readonly usernameError: string | null;
  readonly adjustment:
    | { readonly direction: 'credit' | 'debit'; readonly amount: string }
    | undefined;
  /** Unstaked LMT after the adjustment, a decimal string. */
  readonly unstakedAfter: string;
  readonly amountError: string | null;
}

/** Holds a draft against the user as they are. Where the balance is hidden, no error names it. */
export function checkDraft(
  draft: Draft,
  user: { readonly username: string; readonly unstakedLMT: string },
  isHidden: boolean,
): Checked {
  const name = draft.username?.trim() ?? user.username;
  const unstaked = parseAmount('LMT', user.unstakedLMT) ?? lmt(0n);
  const { amount, error } = checkAdjustment(draft, unstaked, isHidden);
  const adjusts = draft.direction !== 'none' && amount !== null;
  const after = draft.direction === 'debit' ? -(amount ?? 0n) : (amount ?? 0n);
  return {
    username: name === user.username || name === '' ? undefined : name,
    usernameError: name === '' ? userEditorTexts.form.usernameEmpty : null,
    adjustment: adjusts
      ? { direction: draft.direction, amount: formatAmount('LMT', amount) }
      : undefined,
    unstakedAfter: adjusts ? formatAmount('LMT', lmt(unstaked + after)) : user.unstakedLMT,
    amountError: error,
  };
}

interface CheckedAmount {
  readonly amount: Lmt | null;
  readonly error: string | null;
}

/** Nothing typed is nothing wrong: the button says what is missing. */
function checkAdjustment(
  { direction, amount: typed }: Draft,
  unstaked: Lmt,
  isHidden: boolean,
): CheckedAmount {
  const entry = typedAmount('LMT', typed);
  if (direction === 'none' || entry.kind === 'empty') return { amount: null, error: null };
  if (entry.kind !== 'amount') return { amount: null, error: errors.malformed };
  const { amount: value } = entry;
  if (value === 0n) return { amount: null, error: errors.zero };
  if (direction === 'credit') {
    return unstaked + value > MAX_AMOUNT
      ? { amount: null, error: errors.tooLarge }
      : { amount: value, error: null };
  }
  if (value <= unstaked) return { amount: value, error: null };
  const error = isHidden ? errors.tooMuchHidden : errors.tooMuch(plainAmount('LMT', unstaked));
  return { amount: null, error };
}
