import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { authQuery, requireLogin } from '#web/features/accounts/auth.ts';

type GuardArgs = { context: { queryClient: QueryClient }; location: { href: string } };

/** Route guard (`beforeLoad`) of the admin area: visitors to the login, everybody else who is not staff to their own page (spec §6). */
export async function requireAdmin(args: GuardArgs): Promise<void> {
  await requireLogin(args);
  const account = await args.context.queryClient.ensureQueryData(authQuery);
  if (account?.role !== 'admin') throw redirect({ to: '/profile' });
}
