import { describe, expect, it } from 'vitest';
import { relatedServices } from './service-search.ts';

const services = [
  { title: '입영 연기 신청', tagline: '현부심과 다른 절차', category: 'before', keywords: ['영장'] },
  { title: '현부심 사전 상담', tagline: '', category: 'during', keywords: ['현부심'] },
  { title: '괴롭힘 피해', tagline: '분리가 먼저', category: 'during', keywords: ['왕따', '죽고 싶', '욕'] },
  { title: '안심 패키지', tagline: '', category: 'package', keywords: ['왕따', 'PTSD'] },
] as const;

const titles = (term: string) => relatedServices(services, 'during', term).map(({ title }) => title);

describe('relatedServices', () => {
  it.each<[string, string[]]>([
    ['왕따', ['괴롭힘 피해', '안심 패키지']],
    [' 왕 ', ['괴롭힘 피해', '안심 패키지']],
    ['군대 왕따 신고하려면', ['괴롭힘 피해', '안심 패키지']],
    ['죽고싶어요', ['괴롭힘 피해']],
    ['ptsd', ['안심 패키지']],
    ['분리가', ['괴롭힘 피해']],
    ['의욕이 없어요', []],
    ['없는 말', []],
    ['  ', []],
  ])('finds "%s" by keyword and tagline in all categories', (term, expected) => {
    expect(titles(term)).toEqual(expected);
  });

  it('puts keywords before taglines', () => {
    expect(relatedServices(services, 'after', '현부심').map(({ title }) => title)).toEqual([
      '현부심 사전 상담',
      '입영 연기 신청',
    ]);
  });

  it('leaves out what the search of the shown category finds by the title', () => {
    expect(titles('현부심')).toEqual(['입영 연기 신청']);
  });
});
