import { useHydrated } from '@tanstack/react-router';
import { readSavedUserId } from '#web/lib/storage/page-storage.ts';
import { useAuth } from './auth.ts';

/**
 * Tells a password manager whose password a form takes: that of the person who is logged in, or of
 * the id that this browser keeps. It is not shown, and the form does not send it.
 */
export function UsernameHint() {
  const isHydrated = useHydrated();
  const auth = useAuth();
  const userId = auth.status === 'loggedIn' ? auth.user.user_id : isHydrated ? readSavedUserId() : undefined;
  return <input type="text" name="username" autoComplete="username" value={userId ?? ''} readOnly hidden />;
}
