import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { DecryptionError, type Place } from '#server/lib/keys/key-ring.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';

/** Describes what the verbs of consultations work with. */
export type ConsultationDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  dataKeys: DataKeys;
  events: Publisher;
  /** When administrators answer. */
  deskHours: DeskHours;
  /** 0 switches a limit off. */
  limits: { messagesPerMinute: number; conversationsPerHour: number };
};

export type ReadingDeps = Pick<ConsultationDeps, 'dataKeys' | 'log'>;

const UNREADABLE = '내용을 읽을 수 없습니다.';

/** A stored text. One that was damaged does not keep the others of its page from being read. */
export function readText({ dataKeys, log }: ReadingDeps, value: Buffer, place: Place): string {
  try {
    return dataKeys.decryptText(value, place);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error }, 'stored text not readable');
    return UNREADABLE;
  }
}
