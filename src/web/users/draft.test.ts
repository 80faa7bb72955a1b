import { describe, expect, it } from 'vitest';

import { userEditorTexts } from './user-editor-texts.ts';
import { type Draft, EMPTY_DRAFT, checkDraft } from './draft.ts';

const { errors, form } = userEditorTexts;
const user = { username: 'UserAbcd', unstakedLMT: '5.00000000' };
const draft = (change: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...change });
const check = (of: Draft) => checkDraft(of, user, false);

describe('the draft of the user editor', () => {
  it('changes nothing while nothing is typed', () => {
    expect(check(EMPTY_DRAFT)).toEqual({
      username: undefined,
      usernameError: null,
      adjustment: undefined,
      unstakedAfter: '5.00000000',
      amountError: null,
    });
  });

  it('takes a name without the blanks around it, and none that is empty or the same', () => {
    expect(check(draft({ username: ' Ann ' })).username).toBe('Ann');
    expect(check(draft({ username: 'UserAbcd ' })).username).toBeUndefined();
    expect(check(draft({ username: '  ' })).usernameError).toBe(form.usernameEmpty);
  });

  it.each([
    ['credit', '0.00000001', '5.00000001'],
    ['debit', '5', '0.00000000'],
  ] as const)('%s of %s leaves %s', (direction, amount, after) => {
    const checked = check(draft({ direction, amount }));
    expect(checked).toMatchObject({ amountError: null, unstakedAfter: after });
    expect(checked.adjustment?.direction).toBe(direction);
  });

  it.each([
    ['debit', '5.00000001', errors.tooMuch('5')],
    ['credit', '0', errors.zero],
    ['credit', '0.000000001', errors.malformed],
    ['credit', '92233720368', errors.tooLarge],
  ] as const)('refuses to %s %s', (direction, amount, error) => {
    const checked = check(draft({ direction, amount }));
    expect(checked).toMatchObject({ amountError: error, adjustment: undefined });
  });

  it('forgets an amount for which no direction is chosen', () => {
    expect(check(draft({ amount: '3' })).adjustment).toBeUndefined();
  });

  it('does not tell a balance that is hidden', () => {
    const checked = checkDraft(draft({ direction: 'debit', amount: '99' }), user, true);
    expect(checked.amountError).toBe(errors.tooMuchHidden);
  });
});
