import { describe, expect, it } from 'vitest';
import { emptySection } from './sections/section-kinds.ts';
import { EMPTY_SERVICE, type ServiceValues } from './service-form-values.ts';
import { storedChanges } from './stored-changes.ts';

const PLAN = { name: '기본', price: 150_000, description: '한 건', scheduled: null };
const BASE: ServiceValues = { ...EMPTY_SERVICE, title: '처음', price: { original_price: 200_000, plans: [PLAN] } };

describe('storedChanges', () => {
  it('is empty for equal values', () => {
    expect(storedChanges(BASE, structuredClone(BASE))).toEqual([]);
  });

  it('shows each changed field as administrators read it', () => {
    const stored: ServiceValues = {
      ...BASE,
      category: 'package',
      requiresAuth: false,
      price: { original_price: null, plans: [{ ...PLAN, scheduled: 90_000 }] },
      description: { title: '', sections: [{ ...emptySection('list'), items: '하나\n둘' }] },
    };
    expect(storedChanges(BASE, stored)).toEqual([
      { label: '카테고리', base: '', stored: '패키지' },
      { label: '로그인해야 신청할 수 있습니다.', base: '예', stored: '아니요' },
      { label: '정가', base: '200,000원', stored: '' },
      { label: '상품 옵션', base: '기본\n150,000원\n한 건', stored: '기본\n150,000원\n기간 가격 90,000원\n한 건' },
      { label: '섹션', base: '', stored: '[목록]\n하나\n둘' },
    ]);
  });
});
