import type { OrderDetail } from '#shared/features/orders/schemas.ts';

type Participant = OrderDetail['participants'][number];

const ROLES: Record<Participant['role'], string> = { client: '의뢰인', payer: '결제하신 분', guardian: '보호자' };
const STATES: Record<Participant['state'], string> = {
  invited: '초대함',
  joined: '참여 중',
  left: '참여를 끝냄',
  removed: '참여가 끝남',
};

/** Names who takes part in a case, and as what. */
export function ParticipantList({ participants }: { participants: readonly Participant[] }) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
      {participants.map(({ id, role, state, name }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 py-3 text-small">
          <span className="text-ink-900">{`${name} (${ROLES[role]})`}</span>
          <span className="text-ink-500">{STATES[state]}</span>
        </li>
      ))}
    </ul>
  );
}
