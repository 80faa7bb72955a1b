import type { MovementName } from '#domain/treasury/movement-use';
import { column, entity, instant } from './entity.ts';

export const MOVEMENT_NAME = entity<MovementName>('movement_names', {
  id: column('id', 'uuid'),
  movementId: column('movement_id', 'uuid'),
  label: column('label', 'movement_label'),
  note: column('note', 'text'),
  at: instant('at'),
});
