import { describe, expect, test } from 'vitest';

import { ENDPOINTS, nameOf } from '#test/support/endpoints';

import { didText } from '#web/audit/call-words.ts';

const writes = ENDPOINTS.filter(({ access, method }) => access === 'owner' && method !== 'GET');

describe('a line of the admin log', () => {
  test.each(writes.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'has words for %s',
    (name, { method, path }) => {
      const call = `${method} ${path.replaceAll(/\{\w+\}/g, 'a856c7')}`;
      expect(didText(call, {}), name).not.toContain('/api/');
    },
  );

  test('tells pausing from resuming, and one bond from all fake ones', () => {
    expect(didText('POST /api/admin/emergency-pause', { paused: true })).toBe(
      'Paused the protocol',
    );
    expect(didText('POST /api/admin/emergency-pause', { paused: false })).toBe(
      'Resumed the protocol',
    );
    expect(didText('DELETE /api/admin/bonds/cleanup', {})).toBe('Removed fake bonds');
    expect(didText('DELETE /api/admin/bonds/12', {})).toBe('Deleted a bond');
  });

  test('is the call where there are no words', () => {
    expect(didText('POST /api/admin/unheard-of', {})).toBe('POST /api/admin/unheard-of');
  });
});
