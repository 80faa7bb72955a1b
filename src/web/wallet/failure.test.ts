import { describe, expect, test } from 'vitest';

import { ApiError } from '../api/api-error.ts';
import { walletTexts } from '../texts/wallet.ts';
import { WalletFailure, connectFailure, signInFailure, walletFailure } from './failure.ts';

const { errors } = walletTexts;
const coded = (code: number, message = 'no') => Object.assign(new Error(message), { code });
const answer = (status: number, message: string) =>
  new ApiError(message, { status, code: null, requestId: 'req-1', body: null });

describe('what a failure of the wallet is called', () => {
  test.each([
    [coded(4001), errors.rejected, errors.rejected],
    [coded(-32_603), errors.rejected, errors.rejected],
    [{ code: 4001 }, errors.rejected, errors.rejected],
    [new Error('User Rejected the request'), errors.rejected, errors.rejected],
    [new Error('locked'), errors.other, errors.authentication],
    [coded(-32_601), errors.other, errors.noMessages],
    [coded(4200), errors.other, errors.noMessages],
    ['rejected', errors.other, errors.authentication],
    [null, errors.other, errors.authentication],
    [walletFailure('noPublicKey'), errors.noPublicKey, errors.noPublicKey],
  ])('%o', (error, connecting, signingIn) => {
    expect(connectFailure(error).message).toBe(connecting);
    expect(signInFailure(error).message).toBe(signingIn);
  });

  test('an answer of the server is no refusal of the wallet, and keeps its reference', () => {
    const failure = signInFailure(answer(500, 'The signature was rejected'));
    expect(failure).toBeInstanceOf(WalletFailure);
    expect(failure).toMatchObject({ message: errors.authentication, requestId: 'req-1' });
  });
});
