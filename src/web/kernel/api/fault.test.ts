import { expect, test } from 'vitest';

import { ApiError, answerError } from './api-error.ts';
import { dateTimeText } from '../ui/format/times.ts';
import { afterFixed, faultOf } from './fault.ts';

const refused = (body: object | null, status = 409) =>
  new ApiError(`${status}: x`, { status, code: 'CONFLICT', requestId: 'r1', body });

test('a fixed text of the specs comes first, the server’s reason follows it', () => {
  const reason = refused({ error: 'The vault is completed' });
  expect(afterFixed('Failed to update vault', reason)).toBe(
    'Failed to update vault. The vault is completed',
  );
  expect(afterFixed('Failed to activate stake.', reason)).toBe(
    'Failed to activate stake. The vault is completed',
  );
});

test('without a reason the fixed text stands alone', () => {
  expect(afterFixed('Failed to update vault', refused(null))).toBe('Failed to update vault');
  expect(afterFixed('Failed to update vault', new Error('x'))).toBe('Failed to update vault');
});

test('that the server was not reached is a reason too', () => {
  expect(afterFixed('Failed to update vault', refused(null, 0))).toBe(
    'Failed to update vault. Failed to connect to server',
  );
});

test('a refusal that the demo makes up has nothing to be found by', async () => {
  const said = { error: 'This is not part of the demo', code: 'DEMO' };
  const error = await answerError(Response.json(said, { status: 503 }));
  expect(faultOf(error)).toEqual({ message: said.error, requestId: null });
});

test('a time in a refusal is told in the reader’s own zone', () => {
  const at = '2026-01-09T09:15:00.250Z';
  const { message } = faultOf(refused({ error: `The vault matures at ${at}` }));
  expect(message).toBe(`The vault matures at ${dateTimeText(at)}`);
});
