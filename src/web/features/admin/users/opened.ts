import type { AdminUserJson } from '#contract/admin-users';

/** What lies over the tab. */
export type Opened =
  | { readonly kind: 'details' | 'edit' | 'delete'; readonly user: AdminUserJson }
  | { readonly kind: 'clean-up' };
