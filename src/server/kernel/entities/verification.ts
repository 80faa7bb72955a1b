import type { Verification } from '#domain/audit/verification';
import { column, entity, instant } from './entity.ts';

export const VERIFICATION = entity<Verification>('chain_verifications', {
  at: instant('at'),
  bondsVerified: column('bonds_verified', 'integer'),
  message: column('message', 'text'),
});
