import { expect, test } from 'vitest';
import { REVENUE, SETTINGS } from '#domain/terms/settings-input';
import { changeRevenue, changeSettings } from './settings.ts';

test('a change names the settings that the rules know, and no other', () => {
  const names = ({ shape }: { readonly shape: object }) => Object.keys(shape).sort();
  expect(names(changeSettings.body)).toEqual(
    [...Object.keys(SETTINGS), 'apyMode', 'reason'].sort(),
  );
  expect(names(changeRevenue.body)).toEqual([...Object.keys(REVENUE), 'reason'].sort());
});
