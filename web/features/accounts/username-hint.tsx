import { useAuth } from './auth.ts';

/**
 * Tells a password manager whose password a form takes. It is not shown, and the form does not
 * send it.
 */
export function UsernameHint() {
  const auth = useAuth();
  const userId = auth.status === 'loggedIn' ? auth.user.user_id : '';
  return <input type="text" name="username" autoComplete="username" value={userId} readOnly hidden />;
}
