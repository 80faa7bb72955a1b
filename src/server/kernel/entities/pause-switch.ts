import type { PauseSwitch } from '#domain/terms/pause';
import { column, entity, instant } from './entity.ts';

export const PAUSE_SWITCH = entity<PauseSwitch>('pause_events', {
  at: instant('at'),
  paused: column('paused', 'boolean'),
});
