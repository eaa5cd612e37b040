import { z } from 'zod';
import {
  id,
  idParam,
  line,
  requiredLine,
  requiredText,
  requiredVersion,
  seenVersion,
  text,
  timestamp,
  won,
} from '#shared/contract/fields.ts';
import { refuseRepeated } from '#shared/contract/refuse-repeated.ts';
import { serviceDetail, serviceListItem } from '#shared/features/services/schemas.ts';
import { CONTENT_MESSAGE, MAX_TEXT } from '#shared/features/services/sections/messages.ts';
import { sectionBody } from '#shared/features/services/sections/schemas.ts';
import { SERVICE_CATEGORIES } from '#shared/rules/service-category.ts';

const MAX_PLAN_TEXT = 1000;
const MAX_PLANS = 50;
const MAX_SECTIONS = 200;
const MAX_REORDERED = 1000;
const MAX_KEYWORDS = 40;
const MAX_KEYWORD = 30;
const MAX_POSITION = 1_000_000;

const KEYWORDS_MESSAGE = `검색어를 ${MAX_KEYWORDS}개까지 입력해주세요.`;
const ORDER_MESSAGE = `서비스 번호를 새 순서대로 ${MAX_REORDERED}개까지 보낼 수 있습니다.`;
const PLANS_MESSAGE = '상품 옵션을 확인해주세요.';
const POSITION_MESSAGE = '순서는 정수로 입력해주세요.';
const SECTIONS_MESSAGE = '설명의 섹션을 확인해주세요.';
const PERIOD_MESSAGE = '기간의 시작과 끝을 입력해주세요.';
const FLAG_MESSAGE = '예 또는 아니요로 선택해주세요.';

const plan = z.object(
  {
    name: requiredLine(100, '상품 옵션의 이름을 입력해주세요.'),
    price: won,
    description: requiredText(MAX_PLAN_TEXT, '상품 옵션의 설명을 입력해주세요.'),
  },
  { error: PLANS_MESSAGE },
);

export const servicePriceBody = z.object(
  {
    original_price: won.nullish(),
    /** Left out: never set, which is not the same as an empty list (contract §3). */
    plans: z
      .array(plan, { error: PLANS_MESSAGE })
      .max(MAX_PLANS, `상품 옵션은 ${MAX_PLANS}개까지 만들 수 있습니다.`)
      .check(refuseRepeated(({ name }) => name, '이름이 같은 상품 옵션이 있습니다.', ['name']))
      .nullish(),
  },
  { error: '가격을 확인해주세요.' },
);

export const serviceDescriptionBody = z.object(
  {
    title: line(200).optional(),
    sections: z
      .array(sectionBody, { error: SECTIONS_MESSAGE })
      .max(MAX_SECTIONS, `섹션은 ${MAX_SECTIONS}개까지 만들 수 있습니다.`)
      .default([]),
  },
  { error: SECTIONS_MESSAGE },
);

const moment = z.iso.datetime({ error: PERIOD_MESSAGE });

/** Prices of plans, by their names, for a period. */
export const scheduledPrice = z
  .object({
    starts_at: moment,
    ends_at: moment,
    plans: z
      .array(z.object({ name: requiredLine(100, '상품 옵션의 이름을 입력해주세요.'), price: won }))
      .min(1, '기간 가격을 적용할 상품 옵션이 하나 이상 필요합니다.')
      .max(MAX_PLANS)
      .check(refuseRepeated(({ name }) => name, '같은 상품 옵션이 두 번 있습니다.', ['name'])),
  })
  .refine(({ starts_at, ends_at }) => Date.parse(starts_at) < Date.parse(ends_at), {
    error: '끝나는 때는 시작하는 때보다 늦어야 합니다.',
    path: ['ends_at'],
  });

type Priced = { price: { plans?: { name: string }[] | null | undefined }; scheduled_price?: unknown };

/** Adds an issue at each scheduled price whose plan the service does not have. */
function refuseUnknownPlans({ value, issues }: z.core.ParsePayload<Priced>): void {
  const scheduled = scheduledPrice.safeParse(value.scheduled_price);
  if (!scheduled.success) return;
  const names = new Set(value.price.plans?.map(({ name }) => name));
  for (const [index, { name }] of scheduled.data.plans.entries()) {
    if (names.has(name)) continue;
    const path = ['scheduled_price', 'plans', index, 'name'];
    issues.push({ code: 'custom', message: '그런 이름의 상품 옵션이 없습니다.', input: name, path });
  }
}

const keywords = z
  .array(line(MAX_KEYWORD), { error: KEYWORDS_MESSAGE })
  .max(MAX_KEYWORDS, KEYWORDS_MESSAGE)
  .transform((words) => [...new Set(words.filter((word) => word !== ''))]);

/**
 * The service as the reads give it (contract §3). What is left out takes its default: a change
 * replaces the whole service.
 */
const adminServiceFields = z.object({
  title: requiredLine(100, '제목을 입력해주세요.'),
  tagline: line(300).default(''),
  category: z.enum(SERVICE_CATEGORIES, { error: '카테고리를 선택해주세요.' }),
  position: z
    .int({ error: POSITION_MESSAGE })
    .min(-MAX_POSITION, POSITION_MESSAGE)
    .max(MAX_POSITION, POSITION_MESSAGE)
    .default(0),
  card_description: text(MAX_TEXT, CONTENT_MESSAGE).default(''),
  price: servicePriceBody.default({}),
  description: serviceDescriptionBody.default({ sections: [] }),
  requiresAuth: z.boolean({ error: FLAG_MESSAGE }).default(true),
  requiresSoldier: z.boolean({ error: FLAG_MESSAGE }).default(true),
  /**
   * Left out of a change, these stay as they are: programs that know nothing of them do not undo
   * them.
   */
  keywords: keywords.optional(),
  is_hidden: z.boolean({ error: FLAG_MESSAGE }).optional(),
  scheduled_price: scheduledPrice.nullish(),
});

export const adminServiceBody = adminServiceFields.check(refuseUnknownPlans);
export type AdminServiceBody = z.input<typeof adminServiceBody>;
export type ValidAdminServiceBody = z.output<typeof adminServiceBody>;

export const updateServiceBody = adminServiceFields.extend({ version: seenVersion }).check(refuseUnknownPlans);
export type UpdateServiceBody = z.input<typeof updateServiceBody>;
export type ValidUpdateServiceBody = z.output<typeof updateServiceBody>;

/** In their new order: all services, or a part that exchanges its own places. */
export const reorderServicesBody = z.object({
  ids: z
    .array(id, { error: ORDER_MESSAGE })
    .min(1, ORDER_MESSAGE)
    .max(MAX_REORDERED, ORDER_MESSAGE)
    .check(refuseRepeated((serviceId) => serviceId, '같은 서비스 번호가 있습니다.')),
  /**
   * The same ids in the order that was seen; another one by now is refused. Left out, the last one
   * to write wins.
   */
  seen: z.array(id, { error: ORDER_MESSAGE }).max(MAX_REORDERED, ORDER_MESSAGE).optional(),
});
export type ReorderServicesBody = z.infer<typeof reorderServicesBody>;

export const storedSchedule = z.object({
  starts_at: timestamp,
  ends_at: timestamp,
  plans: z.array(z.object({ name: z.string(), price: won })),
});

export type StoredSchedule = z.infer<typeof storedSchedule>;

const edited = {
  is_hidden: z.boolean(),
  /** The service's `price` is the regular one; the shop shows this one in its period. */
  scheduled_price: storedSchedule.nullable(),
  version: z.int(),
  updated_at: timestamp,
};

/** By position, then id; plans as stored, without the default that the shop's list fills in. */
export const adminServiceListItem = serviceListItem.extend(edited);
export type AdminServiceListItem = z.infer<typeof adminServiceListItem>;

export const adminService = serviceDetail.extend(edited);
export type AdminService = z.infer<typeof adminService>;

/** Holds what a save of a service may change. */
const SERVICE_FIELDS = adminServiceFields.keyof();
export const { options: SERVICE_FIELD_NAMES } = SERVICE_FIELDS;

/** A save of a service; `by` is the login id, null where only the result of the save is known. */
export const serviceVersion = z.object({
  version: z.int(),
  at: timestamp,
  by: z.string().nullable(),
  /** Holds what differs from the version before; empty for the first. */
  changed: z.array(SERVICE_FIELDS),
});
export type ServiceVersion = z.infer<typeof serviceVersion>;

export const serviceVersionParams = idParam.extend({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '버전을 확인해주세요.')
    .transform(Number),
});
export type ServiceVersionParams = z.input<typeof serviceVersionParams>;

/** `version` is the one that the administrator has seen, not the one to restore. */
export const restoreServiceBody = z.object({ version: requiredVersion });
export type RestoreServiceBody = z.infer<typeof restoreServiceBody>;
