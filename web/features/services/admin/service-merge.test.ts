import { describe, expect, it } from 'vitest';
import { EMPTY_SERVICE, emptySection, type ServiceValues } from './service-form-values.ts';
import { type Difference, differencesOf, mergeValues, type Side } from './service-merge.ts';

const PLAN = { name: '기본', price: 150_000, description: '한 건', scheduled: null };
const BASE: ServiceValues = {
  ...EMPTY_SERVICE,
  title: '처음 제목',
  category: 'during',
  price: { original_price: 200_000, plans: [PLAN, { ...PLAN, name: '심화' }] },
  description: {
    title: '설명',
    sections: [
      { ...emptySection('title'), content: '본보기' },
      { ...emptySection('list'), items: '하나\n둘' },
    ],
  },
};

function withPlan(index: number, changes: Partial<typeof PLAN>): ServiceValues {
  const plans = BASE.price.plans.map((plan, at) => (at === index ? { ...plan, ...changes } : plan));
  return { ...BASE, price: { ...BASE.price, plans } };
}

function withSections(...sections: ServiceValues['description']['sections']): ServiceValues {
  return { ...BASE, description: { ...BASE.description, sections } };
}

function choose(differences: readonly Difference[], side?: Side) {
  return Object.fromEntries(differences.map(({ path, suggested }) => [path, side ?? suggested]));
}

describe('the differences of two texts', () => {
  it('are empty if both say the same, whichever side changed it', () => {
    const changed = { ...BASE, title: '같은 말' };
    expect(differencesOf(BASE, BASE, BASE)).toEqual([]);
    expect(differencesOf(BASE, changed, structuredClone(changed))).toEqual([]);
  });

  it('suggest the side that alone has changed a field, and mark what both have changed', () => {
    const mine = { ...BASE, title: '내 제목', tagline: '내 소개' };
    const stored = { ...BASE, title: '남의 제목', requiresAuth: false };
    expect(differencesOf(BASE, mine, stored)).toEqual([
      ...[{ path: 'title', label: '제목', mine: '내 제목', stored: '남의 제목', isContested: true, suggested: 'mine' }],
      ...[{ path: 'tagline', label: '한 줄 소개', mine: '내 소개', stored: '', isContested: false, suggested: 'mine' }],
      {
        path: 'requiresAuth',
        label: '로그인해야 신청할 수 있습니다.',
        mine: '예',
        stored: '아니요',
        isContested: false,
        suggested: 'stored',
      },
    ]);
  });

  it('show values as users read them', () => {
    const mine: ServiceValues = {
      ...withPlan(1, { price: 1_000_000 }),
      category: '',
      position: Number.NaN,
    };
    const stored: ServiceValues = { ...BASE, category: 'package', price: { ...BASE.price, original_price: null } };
    const shown = differencesOf(BASE, mine, stored).map((one) => [one.path, one.mine, one.stored]);
    expect(shown).toEqual([
      ['category', '', '패키지'],
      ['position', '', '0'],
      ['price.original_price', '200,000원', ''],
      ['price.plans.1', '심화\n1,000,000원\n한 건', '심화\n150,000원\n한 건'],
    ]);
  });

  it('compare plans and sections one by one while both sides have the same ones', () => {
    const mine = withSections(
      { ...emptySection('title'), content: '내 말' },
      { ...emptySection('list'), items: '하나' },
    );
    const stored = withSections(...BASE.description.sections.toSpliced(1, 1, { ...emptySection('list'), items: '셋' }));
    expect(differencesOf(BASE, mine, stored).map(({ path, isContested }) => [path, isContested])).toEqual([
      ['description.sections.0', false],
      ['description.sections.1', true],
    ]);
  });

  it('compare all plans or sections as one part if one was added, removed or moved', () => {
    const fewer = { ...BASE, price: { ...BASE.price, plans: [PLAN] } };
    const moved = withSections(...BASE.description.sections.toReversed());
    const [plans] = differencesOf(BASE, BASE, fewer);
    expect(plans).toMatchObject({ path: 'price.plans', suggested: 'stored', stored: '기본\n150,000원\n한 건' });
    const [sections] = differencesOf(BASE, moved, withPlan(0, { name: '바꾼 이름' })).slice(1);
    expect(sections).toMatchObject({ path: 'description.sections', suggested: 'mine', isContested: false });
    expect(sections?.mine).toBe('[목록]\n하나\n둘\n\n[제목]\n본보기');
  });
});

describe('the merged service', () => {
  const mine: ServiceValues = { ...withPlan(0, { price: 1 }), title: '내 제목', tagline: '내 소개' };
  const stored: ServiceValues = { ...withPlan(1, { name: '남의 옵션' }), title: '남의 제목', position: 7 };
  const differences = differencesOf(BASE, mine, stored);

  it('keeps the changes of both sides by the default choices', () => {
    expect(mergeValues(mine, stored, choose(differences))).toEqual({
      ...BASE,
      title: '내 제목',
      tagline: '내 소개',
      position: 7,
      price: {
        ...BASE.price,
        plans: [
          { ...PLAN, price: 1 },
          { ...PLAN, name: '남의 옵션' },
        ],
      },
    });
  });

  it('is one side entirely if that is chosen for all, and the stored one without choices', () => {
    expect(mergeValues(mine, stored, choose(differences, 'mine'))).toEqual(mine);
    expect(mergeValues(mine, stored, choose(differences, 'stored'))).toEqual(stored);
    expect(mergeValues(mine, stored, {})).toEqual(stored);
  });

  it('takes lists of another shape as a whole, and does not change its inputs', () => {
    const before = structuredClone({ mine, fewer: BASE });
    const fewer: ServiceValues = { ...BASE, price: { original_price: null, plans: [] } };
    expect(mergeValues(mine, fewer, { 'price.plans': 'mine' }).price).toEqual({
      original_price: null,
      plans: mine.price.plans,
    });
    const moved = withSections(...BASE.description.sections.toReversed());
    expect(mergeValues(moved, BASE, { 'description.sections': 'mine' })).toEqual(moved);
    expect({ mine, fewer: BASE }).toEqual(before);
  });
});
