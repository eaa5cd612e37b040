/** A telephone line that helps at once, whatever the time; not the firm's own. */
export type UrgentLine = {
  name: string;
  phone: string;
  /** When it answers, and what for. */
  note: string;
  /** The services whose page names it first. */
  serviceIds: readonly number[];
};

export const URGENT_LINES: readonly UrgentLine[] = [
  {
    name: '국방헬프콜',
    phone: '1303',
    note: '24시간 무료로 상담과 신고를 받습니다. 지금 위험하다면 먼저 전화하세요.',
    serviceIds: [21],
  },
];
