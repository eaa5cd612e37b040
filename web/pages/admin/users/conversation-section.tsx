import { useNavigate } from '@tanstack/react-router';
import type { AdminUser } from '#shared/features/accounts/admin-schemas.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { AdminSection } from '#web/admin-kit/admin-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { BeginConversation } from '#web/features/consultations/admin/begin-conversation.tsx';

/** Writes to an account; the conversation goes on in the inbox. */
export function ConversationSection({ user }: { user: Pick<AdminUser, 'id' | 'role' | 'closed_at'> }) {
  const auth = useAuth();
  const navigate = useNavigate();
  if (auth.status !== 'loggedIn' || !mayDo(auth.user.permissions, 'consultations')) return null;
  if (user.role === 'admin' || user.closed_at !== null) return null;
  return (
    <AdminSection title="상담">
      <BeginConversation
        recipient={{ user_id: user.id }}
        accountId={auth.user.id}
        hint="주문과 관계없는 메시지를 보냅니다. 열려 있는 상담이 있으면 그 상담에 이어집니다."
        onBegun={({ id }) => navigate({ to: '/admin/chat', search: { id } })}
      />
    </AdminSection>
  );
}
