import type { MessagesConfig } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { createAlimtalkGateway } from '../gateways/alimtalk-gateway.ts';
import { createSolapiGateway } from '../gateways/solapi-gateway.ts';
import type { NoticeDeps } from './notice-deps.ts';

/** Creates the gateways of the channels that are configured. */
export function createMessageGateways(
  { alimtalk, sms, smsPerHour }: MessagesConfig,
  clock: Clock,
): Pick<NoticeDeps, 'gateways' | 'kakaoKinds' | 'smsPerHour'> {
  return {
    gateways: {
      kakao: alimtalk && createAlimtalkGateway(alimtalk),
      sms: sms && createSolapiGateway(sms, clock),
    },
    kakaoKinds: alimtalk ? NOTICE_KINDS.filter((kind) => alimtalk.templates[kind] !== undefined) : [],
    smsPerHour,
  };
}
