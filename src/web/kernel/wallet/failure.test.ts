import { describe, expect, test } from 'vitest';

import { ApiError } from '../api/api-error.ts';
import { walletTexts } from './wallet-texts.ts';
import {
  WalletFailure,
  connectFailure,
  isRejection,
  signInFailure,
  walletFailure,
} from './failure.ts';

const { errors, failed } = walletTexts;
const coded = (code: number, message = 'no') => Object.assign(new Error(message), { code });
const answer = (status: number, message: string) =>
  new ApiError(message, { status, code: null, requestId: 'req-1', body: null });

describe('what a failure of the wallet is called', () => {
  test.each([
    [coded(4001), errors.rejected, errors.rejected],
    [coded(-32_603), errors.rejected, errors.rejected],
    [{ code: 4001 }, errors.rejected, errors.rejected],
    [new Error('User Rejected the request'), errors.rejected, errors.rejected],
    [coded(-32_003, 'Transaction rejected.'), errors.rejected, errors.rejected],
    [coded(4100, 'Not authorized.'), 'Not authorized.', 'Not authorized.'],
    [coded(4900, 'Disconnected.'), 'Disconnected.', 'Disconnected.'],
    [coded(-32_002, 'Already open.'), 'Already open.', 'Already open.'],
    [coded(-32_002, ''), failed.fallback, errors.authentication],
    [new Error(''), failed.fallback, errors.authentication],
    [{}, failed.fallback, errors.authentication],
    [coded(-32_000, 'Invalid input.'), errors.other, errors.authentication],
    [new Error('locked'), errors.other, errors.authentication],
    [coded(-32_601), errors.other, errors.noMessages],
    [coded(4200), errors.other, errors.noMessages],
    ['rejected', errors.other, errors.authentication],
    [null, failed.fallback, errors.authentication],
    [walletFailure('noPublicKey'), errors.noPublicKey, errors.noPublicKey],
  ])('%o', (error, connecting, signingIn) => {
    expect(connectFailure(error).message).toBe(connecting);
    expect(signInFailure(error).message).toBe(signingIn);
  });

  test.each([
    [coded(4001), true],
    [{ code: 4001 }, true],
    [new Error('User rejected the request.'), true],
    // A wallet's codes in letters are no codes of the table.
    [Object.assign(new Error('User rejected the request.'), { code: 'ACTION_REJECTED' }), true],
    [coded(-32_603), false],
    [coded(-32_003, 'Transaction rejected: it cannot be read.'), false],
    [coded(4100, 'Rejected: not authorized.'), false],
    [answer(401, 'The signature was rejected'), false],
    [null, false],
  ])('its owner refused by the code alone, or by the word where there is none: %o', (error, is) => {
    expect(isRejection(error)).toBe(is);
  });

  test('an answer of the server is no refusal of the wallet, and keeps its reference', () => {
    const failure = signInFailure(answer(500, 'The signature was rejected'));
    expect(failure).toBeInstanceOf(WalletFailure);
    expect(failure).toMatchObject({ message: errors.authentication, requestId: 'req-1' });
  });
});
