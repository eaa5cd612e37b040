import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/lib/clock.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { STAFF_PERMISSIONS, type StaffPermission } from '#shared/features/events/stream-events.ts';
import type { EventStream } from './event-stream.ts';
import type { Audience, Notice } from './publisher.ts';

/** Heartbeat interval of a stream (contract §5). */
const BEAT_MS = 20 * SECOND_MS;
/** Streams are served in groups, so that not all of them are written to at the same moment. */
const TURNS = 20;
/** Sessions are checked more often than that: each second those of every second turn. */
const CHECKED_TURNS = 2;

/** Returns the permissions of the sessions that are still valid, by the hash of the token in hexadecimal. */
export type FindSessions = (tokenHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, readonly StaffPermission[]>>;

export type StreamHub = {
  add: (stream: EventStream) => void;
  remove: (stream: EventStream) => void;
  countOf: (userId: number) => number;
  readonly size: number;
  /** Sends an event to every stream of its audience in this process. */
  deliver: (notice: Notice) => void;
  /** Ends all streams cleanly. */
  close: () => void;
};

type Options = { clock: Clock; log: FastifyBaseLogger; findSessions: FindSessions };

/**
 * The open streams of this process: by user for events, and in turns for heartbeat and session
 * check.
 */
export function createStreamHub({ clock, log, findSessions }: Options): StreamHub {
  const byUser = new Map<number, Set<EventStream>>();
  const staff = { consultations: new Set<EventStream>(), orders: new Set<EventStream>() };
  const turns = Array.from({ length: TURNS }, () => new Set<EventStream>());
  const turnOf = new Map<EventStream, Set<EventStream>>();
  let next = 0;
  let added = 0;

  function remove(stream: EventStream): void {
    turnOf.get(stream)?.delete(stream);
    turnOf.delete(stream);
    for (const permission of STAFF_PERMISSIONS) staff[permission].delete(stream);
    const own = byUser.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) byUser.delete(stream.userId);
  }

  function end(stream: EventStream): void {
    remove(stream);
    stream.end();
  }

  /** Ends the streams whose session or lifetime has ended. */
  async function check(streams: readonly EventStream[]): Promise<void> {
    const now = clock.now().getTime();
    const sessions = await findSessions(streams.map(({ tokenHash }) => tokenHash));
    for (const stream of streams) {
      const permissions = sessions.get(stream.tokenHash.toString('hex'));
      if (!permissions || stream.endsAt <= now) end(stream);
      else if (String(permissions) !== String(stream.permissions)) end(stream);
    }
  }

  const timer = setInterval(() => {
    for (const stream of turns[next % TURNS] ?? []) stream.beat();
    const isChecked = (turn: number) => turn % CHECKED_TURNS === next % CHECKED_TURNS;
    const streams = turns.flatMap((turn, index) => (isChecked(index) ? [...turn] : []));
    next += 1;
    if (streams.length === 0) return;
    // A short outage of the database ends no stream.
    check(streams).catch((error: unknown) => log.warn({ err: error }, 'sessions of streams not checked'));
  }, BEAT_MS / TURNS);
  timer.unref();

  function audienceOf({ users, staff: permission, except }: Audience): Set<EventStream> {
    const streams = new Set(permission && staff[permission]);
    for (const user of users) for (const stream of byUser.get(user) ?? []) streams.add(stream);
    for (const stream of streams) if (stream.userId === except) streams.delete(stream);
    return streams;
  }

  return {
    add(stream) {
      const own = byUser.get(stream.userId) ?? new Set();
      byUser.set(stream.userId, own.add(stream));
      for (const permission of stream.permissions) staff[permission].add(stream);
      const turn = turns[added % TURNS];
      added += 1;
      turn?.add(stream);
      if (turn) turnOf.set(stream, turn);
    },
    remove,
    countOf: (userId) => byUser.get(userId)?.size ?? 0,
    get size() {
      return turnOf.size;
    },
    deliver({ name, data, to }) {
      const streams = audienceOf(to);
      if (streams.size === 0) return;
      const text = JSON.stringify(data);
      for (const stream of streams) stream.send(name, text);
    },
    close() {
      clearInterval(timer);
      for (const stream of [...turnOf.keys()]) end(stream);
    },
  };
}
