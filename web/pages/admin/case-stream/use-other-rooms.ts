import { useQueries } from '@tanstack/react-query';
import type { AdminCaseRoom } from '#shared/features/consultations/admin-schemas.ts';
import { adminSource } from '#web/features/consultations/admin/admin-source.ts';
import { conversationKey } from '#web/features/consultations/admin/api.ts';
import { ROOM_LABELS } from '#web/features/consultations/rooms.ts';
import type { StreamEntry } from './stream-entries.ts';

const SHOWN = 100;
const REFRESH_MS = 15_000;

/** The last messages and notes of the rooms of a case that the composer does not write to. */
export function useOtherRooms(rooms: readonly AdminCaseRoom[]): StreamEntry[] {
  const known = rooms.flatMap(({ room, conversation_id: id }) => (id === null ? [] : [{ room, id }]));
  return useQueries({
    queries: known.map(({ id }) => ({
      queryKey: [...conversationKey(id), 'last-messages'],
      queryFn: ({ signal }: { signal: AbortSignal }) => adminSource(id).list({ limit: SHOWN }, signal),
      refetchInterval: REFRESH_MS,
      meta: { isPersonal: true },
    })),
    combine: (results) =>
      results.flatMap(({ data = [] }, index) =>
        data
          .filter(({ kind }) => kind !== 'event')
          .map(({ id, kind, text, author, created_at: at, attachments }): StreamEntry => {
            const room = known[index];
            return {
              key: `${kind}-${room?.id}-${id}`,
              at,
              filter: kind === 'note' ? 'note' : 'talk',
              title: room ? `${ROOM_LABELS[room.room]} 대화` : '',
              text,
              files: attachments,
              by: author.name,
            };
          }),
      ),
  });
}
