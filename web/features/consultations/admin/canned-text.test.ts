import { describe, expect, it } from 'vitest';
import { cannedSearch, fillCannedText, findCannedReplies, unfilledVariable } from './canned-text.ts';

const FACTS = {
  customer: { id: 1, fullname: '홍길동', user_id: 'hong' },
  order_number: null,
  service_title: '징계 항고',
};
const reply = (id: number, title: string, text: string) => ({
  id,
  title,
  text,
  version: 1,
  created_at: '',
  updated_at: '',
});

describe('fillCannedText', () => {
  it('fills what the conversation has, each time, and leaves the rest to be seen', () => {
    const text = '{고객명} 님, {서비스명} 문의입니다. {고객명} 님의 주문 {주문번호}. {담당자명} 드림 {다른것}';
    const filled = fillCannedText(text, FACTS, '김담당');
    expect(filled).toBe('홍길동 님, 징계 항고 문의입니다. 홍길동 님의 주문 {주문번호}. 김담당 드림 {다른것}');
    expect(unfilledVariable(filled)).toBe('{주문번호}');
    expect(unfilledVariable('{다른것}')).toBeUndefined();
  });

  it('takes names as text, not as patterns', () => {
    expect(
      fillCannedText('{고객명}', { ...FACTS, customer: { ...FACTS.customer, fullname: "$& $' {담당자명}" } }, ''),
    ).toBe("$& $' {담당자명}");
  });
});

describe('cannedSearch', () => {
  it.each([
    ['/', ''],
    ['/ 서류', '서류'],
    ['/\u3000서류\u200b', '서류'],
    ['/서류\n둘째 줄', undefined],
    ['안녕/서류', undefined],
    ['', undefined],
  ])('of %j is %j', (text, search) => {
    expect(cannedSearch(text)).toBe(search);
  });
});

describe('findCannedReplies', () => {
  it('looks in titles first, then in texts, whatever the form of the letters', () => {
    const replies = [
      reply(1, '인사', '서류를 보내주세요'),
      reply(2, '서류 요청', '부탁드립니다'),
      reply(3, '끝', 'Bye'),
    ];
    expect(findCannedReplies(replies, '서류'.normalize('NFD')).map(({ id }) => id)).toEqual([2, 1]);
    expect(findCannedReplies(replies, '서\u200b류').map(({ id }) => id)).toEqual([2, 1]);
    expect(findCannedReplies(replies, 'BYE').map(({ id }) => id)).toEqual([3]);
    expect(findCannedReplies(replies, '').map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});
