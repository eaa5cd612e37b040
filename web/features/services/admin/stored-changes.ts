import { formatWon } from '#shared/rules/price.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import type { SectionValues } from './sections/section-kind.ts';
import { SECTION_KINDS } from './sections/section-kinds.ts';
import type { PlanValues, ScheduleValues, ServiceValues } from './service-form-values.ts';

/** A field that was saved otherwise than in the version it is compared with: its text there, and as stored. */
export type StoredChange = { label: string; base: string; stored: string };

const yesNo = (value: boolean) => (value ? '예' : '아니요');
const wonText = (price: number | null) => (price === null ? '' : formatWon(price));
const lines = (...texts: readonly string[]) => texts.filter((text) => text !== '').join('\n');

function planText({ name, price, scheduled, description }: PlanValues): string {
  return lines(name, wonText(price), scheduled === null ? '' : `기간 가격 ${wonText(scheduled)}`, description);
}

function scheduleText({ isOn, starts_at, ends_at }: ScheduleValues): string {
  return isOn ? `${starts_at} ~ ${ends_at}`.replaceAll('T', ' ') : '';
}

function categoryText(value: string): string {
  const known = SERVICE_CATEGORIES.find((category) => category === value);
  return known ? serviceCategoryLabel(known) : '';
}

function sectionText({ type, content, items, url, alt, filename, serviceIds, questions }: SectionValues): string {
  return lines(`[${SECTION_KINDS[type].label}]`, content, items, url, alt, filename, serviceIds.join(', '), questions);
}

/** The text of each field as administrators read it, in the order of the form. */
const FIELDS: ReadonlyArray<[label: string, show: (values: ServiceValues) => string]> = [
  ['제목', ({ title }) => title],
  ['한 줄 소개', ({ tagline }) => tagline],
  ['카테고리', ({ category }) => categoryText(category)],
  ['순서', ({ position }) => String(position)],
  ['카드 설명', ({ card_description }) => card_description],
  ['검색어', ({ keywords }) => keywords],
  ['로그인해야 신청할 수 있습니다.', ({ requiresAuth }) => yesNo(requiresAuth)],
  ['군인 정보가 필요합니다.', ({ requiresSoldier }) => yesNo(requiresSoldier)],
  ['상점에서 숨김', ({ is_hidden }) => yesNo(is_hidden)],
  ['기간 가격의 기간', ({ scheduled_price }) => scheduleText(scheduled_price)],
  ['정가', ({ price }) => wonText(price.original_price)],
  ['상품 옵션', ({ price }) => price.plans.map(planText).join('\n\n')],
  ['설명 제목', ({ description }) => description.title],
  ['섹션', ({ description }) => description.sections.map(sectionText).join('\n\n')],
];

/** The fields in which the stored service differs from `base`. */
export function storedChanges(base: ServiceValues, stored: ServiceValues): StoredChange[] {
  return FIELDS.filter(([, show]) => show(base) !== show(stored)).map(([label, show]) => ({
    label,
    base: show(base),
    stored: show(stored),
  }));
}
