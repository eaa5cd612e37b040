import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { NoticeKind, PhoneChannel } from '#shared/rules/notices/notices.ts';
import type { MessageGateway } from '../message-gateway.ts';

/** Dependencies of notices. A channel that is not configured has no gateway. */
export type NoticeDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  gateways: Readonly<Record<PhoneChannel, MessageGateway | undefined>>;
  /** Kinds with an approved KakaoTalk template. */
  kakaoKinds: readonly NoticeKind[];
  /** Limit of SMS per hour for the whole shop, codes included; as many 알림톡 besides. */
  smsPerHour: number;
  /** The shop's address, for links; no slash at the end. */
  siteUrl: () => string;
};
