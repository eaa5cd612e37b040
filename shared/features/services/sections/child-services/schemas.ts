import { z } from 'zod';
import { id } from '#shared/contract/fields.ts';
import { refuseRepeated } from '#shared/contract/refuse-repeated.ts';

/** Most ids of a table, and of a call with `?ids=` (contract §3). */
export const MAX_SERVICE_IDS = 100;
const SERVICE_IDS_MESSAGE = '하위 서비스 번호가 하나 이상 필요합니다.';

/** A table of services with their prices. */
export const childServicesSection = z.object({
  type: z.literal('child_services'),
  serviceIds: z.array(id).default([]),
});

export const childServicesSectionBody = z.object({
  type: z.literal('child_services'),
  serviceIds: z
    .array(id, { error: SERVICE_IDS_MESSAGE })
    .min(1, SERVICE_IDS_MESSAGE)
    .max(MAX_SERVICE_IDS, `하위 서비스는 ${MAX_SERVICE_IDS}개까지 넣을 수 있습니다.`)
    .check(refuseRepeated((serviceId) => serviceId, '같은 서비스 번호가 있습니다.')),
});
