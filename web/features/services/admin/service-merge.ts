import { formatWon } from '#shared/rules/price.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { SECTION_LABELS } from './section-labels.ts';
import type { SectionValues, ServiceValues } from './service-form-values.ts';

/** Which text to keep: the one typed here, or the one another admin has saved. */
export type Side = 'mine' | 'stored';

/** One field in which the two texts differ. */
export type Difference = {
  /** The field's key in `Choices`. */
  path: string;
  label: string;
  mine: string;
  stored: string;
  /** Both have changed it, so one of the changes will be lost. */
  isContested: boolean;
  /** The side that alone has changed it; what is typed here if both have. */
  suggested: Side;
};

export type Choices = Readonly<Record<string, Side>>;

/** A part that is taken from one side as a whole. */
type MergePart = {
  path: string;
  label: string;
  show: (values: ServiceValues) => string;
  isSame: (one: ServiceValues, other: ServiceValues) => boolean;
  copy: (to: ServiceValues, from: ServiceValues) => ServiceValues;
};

function part<Value>(
  path: string,
  label: string,
  read: (values: ServiceValues) => Value,
  write: (to: ServiceValues, value: Value) => ServiceValues,
  show: (value: Value) => string,
): MergePart {
  return {
    path,
    label,
    show: (values) => show(read(values)),
    isSame: (one, other) => JSON.stringify(read(one)) === JSON.stringify(read(other)),
    copy: (to, from) => write(to, read(from)),
  };
}

type Plan = ServiceValues['price']['plans'][number];

const asIs = (text: string) => text;
const yesNo = (value: boolean) => (value ? '예' : '아니요');
const wonText = (price: number | null) => (price === null || Number.isNaN(price) ? '' : formatWon(price));
const lines = (...texts: readonly string[]) => texts.filter((text) => text !== '').join('\n');
const scheduledText = (price: number | null) => (price === null ? '' : `기간 가격 ${wonText(price)}`);
const planText = (plan: Plan | undefined) =>
  plan ? lines(plan.name, wonText(plan.price), scheduledText(plan.scheduled), plan.description) : '';
const scheduleText = ({ isOn, starts_at, ends_at }: ServiceValues['scheduled_price']) =>
  isOn ? `${starts_at} ~ ${ends_at}`.replaceAll('T', ' ') : '';

function categoryText(value: string): string {
  const known = SERVICE_CATEGORIES.find((category) => category === value);
  return known ? serviceCategoryLabel(known) : '';
}

function sectionText(section: SectionValues | undefined): string {
  if (!section) return '';
  const { content, items, url, alt, filename, serviceIds, questions } = section;
  return lines(content, items, url, alt, filename, serviceIds.join(', '), questions);
}

const writePlans = (to: ServiceValues, plans: Plan[]) => ({ ...to, price: { ...to.price, plans } });
const writeSections = (to: ServiceValues, sections: SectionValues[]) => ({
  ...to,
  description: { ...to.description, sections },
});

const BASIC_PARTS: readonly MergePart[] = [
  part(
    'title',
    '제목',
    (values) => values.title,
    (to, title) => ({ ...to, title }),
    asIs,
  ),
  part(
    'tagline',
    '한 줄 소개',
    (values) => values.tagline,
    (to, tagline) => ({ ...to, tagline }),
    asIs,
  ),
  part(
    'category',
    '카테고리',
    (values) => values.category,
    (to, category) => ({ ...to, category }),
    categoryText,
  ),
  part(
    'position',
    '순서',
    (values) => values.position,
    (to, position) => ({ ...to, position }),
    (position) => (Number.isNaN(position) ? '' : String(position)),
  ),
  part(
    'card_description',
    '카드 설명',
    (values) => values.card_description,
    (to, card_description) => ({ ...to, card_description }),
    asIs,
  ),
  part(
    'requiresAuth',
    '로그인해야 신청할 수 있습니다.',
    (values) => values.requiresAuth,
    (to, requiresAuth) => ({ ...to, requiresAuth }),
    yesNo,
  ),
  part(
    'requiresSoldier',
    '군인 정보가 필요합니다.',
    (values) => values.requiresSoldier,
    (to, requiresSoldier) => ({ ...to, requiresSoldier }),
    yesNo,
  ),
  part(
    'is_hidden',
    '상점에서 숨김',
    (values) => values.is_hidden,
    (to, is_hidden) => ({ ...to, is_hidden }),
    yesNo,
  ),
  part(
    'scheduled_price',
    '기간 가격의 기간',
    (values) => values.scheduled_price,
    (to, scheduled_price) => ({ ...to, scheduled_price }),
    scheduleText,
  ),
  part(
    'price.original_price',
    '정가',
    ({ price }) => price.original_price,
    (to, original_price) => ({ ...to, price: { ...to.price, original_price } }),
    wonText,
  ),
];

const DESCRIPTION_TITLE = part(
  'description.title',
  '설명 제목',
  ({ description }) => description.title,
  (to, title) => ({ ...to, description: { ...to.description, title } }),
  asIs,
);

/**
 * One part per plan. With a different number of plans they cannot be matched, so they are one part.
 */
function planParts(mine: ServiceValues, stored: ServiceValues): MergePart[] {
  const { plans } = mine.price;
  if (plans.length !== stored.price.plans.length) {
    const show = (all: Plan[]) => all.map(planText).join('\n\n');
    return [part('price.plans', '상품 옵션 전체', ({ price }) => price.plans, writePlans, show)];
  }
  return plans.map((_, index) =>
    part(
      `price.plans.${index}`,
      `옵션 ${index + 1}`,
      ({ price }) => price.plans[index],
      (to, plan) => (plan ? writePlans(to, to.price.plans.with(index, plan)) : to),
      planText,
    ),
  );
}

const typesOf = ({ description }: ServiceValues) => description.sections.map(({ type }) => type).join();

/**
 * One part per section, as long as both sides have the same types in the same order; otherwise one
 * part.
 */
function sectionParts(mine: ServiceValues, stored: ServiceValues): MergePart[] {
  const { sections } = mine.description;
  if (typesOf(mine) !== typesOf(stored)) {
    const show = (all: SectionValues[]) =>
      all.map((section) => `[${SECTION_LABELS[section.type]}]\n${sectionText(section)}`).join('\n\n');
    return [part('description.sections', '섹션 전체', ({ description }) => description.sections, writeSections, show)];
  }
  return sections.map(({ type }, index) =>
    part(
      `description.sections.${index}`,
      `${index + 1}번 섹션 (${SECTION_LABELS[type]})`,
      ({ description }) => description.sections[index],
      (to, section) => (section ? writeSections(to, to.description.sections.with(index, section)) : to),
      sectionText,
    ),
  );
}

function partsOf(mine: ServiceValues, stored: ServiceValues): MergePart[] {
  return [...BASIC_PARTS, ...planParts(mine, stored), DESCRIPTION_TITLE, ...sectionParts(mine, stored)];
}

/**
 * The fields in which typed and stored values differ, in the order of the form.
 * `base` is the version that both started from: it tells which side has changed a field.
 */
export function differencesOf(base: ServiceValues, mine: ServiceValues, stored: ServiceValues): Difference[] {
  return partsOf(mine, stored)
    .filter(({ isSame }) => !isSame(mine, stored))
    .map(({ path, label, show, isSame }) => {
      const isMineChanged = !isSame(base, mine);
      return {
        path,
        label,
        mine: show(mine),
        stored: show(stored),
        isContested: isMineChanged && !isSame(base, stored),
        suggested: isMineChanged ? 'mine' : 'stored',
      };
    });
}

/** The stored values, with the fields whose choice is `mine` taken from the typed ones. */
export function mergeValues(mine: ServiceValues, stored: ServiceValues, choices: Choices): ServiceValues {
  return partsOf(mine, stored)
    .filter(({ path }) => choices[path] === 'mine')
    .reduce((merged, { copy }) => copy(merged, mine), stored);
}
