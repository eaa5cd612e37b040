import type { Permission } from '#shared/features/accounts/permissions.ts';
import { useAuth } from '../auth.ts';

const NONE: readonly Permission[] = [];

/** Returns what the administrator may do; nothing until the account is known. */
export function usePermissions(): readonly Permission[] {
  const auth = useAuth();
  return auth.status === 'loggedIn' ? auth.user.permissions : NONE;
}
