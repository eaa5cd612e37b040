import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { ROLE_WORDS, STATE_WORDS } from './participant-words.ts';

/** Names who takes part in a case, and as what. */
export function ParticipantList({ participants }: Pick<OrderDetail, 'participants'>) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
      {participants.map(({ id, role, state, name }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 py-3 text-small">
          <span className="text-ink-900">{name ? `${name} (${ROLE_WORDS[role]})` : ROLE_WORDS[role]}</span>
          <span className="text-ink-500">{STATE_WORDS[state]}</span>
        </li>
      ))}
    </ul>
  );
}
