/**
 * The firm's data: all of it is a sample, to be replaced by the firm that runs the shop.
 * The e-commerce act requires most of it on the first screen (shown in the footer).
 */
export const FIRM = {
  name: '법무법인 본보기',
  centreName: '군 복무 법률지원센터',
  tagline: '병역 문제 해결을 위한 최선의 선택',
  representatives: ['홍길동', '성춘향'] as readonly string[],
  address: '서울특별시 서초구 본보기대로 100, 5층 (본보기빌딩)',
  complaintsAddress: '서울특별시 서초구 본보기대로 100, 5층 고객지원실',
  phone: '02-000-0000',
  email: 'help@bonbogi.example',
  /** Where security researchers write to; shown at /.well-known/security.txt. */
  securityContacts: ['mailto:help@bonbogi.example'],
  /** In legal texts, which stay as they were published; pages read SERVICE_DESK_HOURS. */
  officeHours: '평일 09:00-18:00',
  businessNumber: '000-00-00000',
  mailOrderNumber: '제0000-서울본보기-0000호',
  privacyOfficer: '이몽룡',
  hostingProvider: '본보기호스팅',
  advertisingLawyer: '홍길동 변호사',
  blogUrl: 'https://blog.bonbogi.example/',
  /** Prices include value added tax; the law requires saying so. */
  priceNote: '표시 가격은 부가가치세를 포함한 금액입니다.',
} as const;

/** The Fair Trade Commission's page on a seller, which the footer must link to. */
export function ftcBusinessUrl(businessNumber: string): string {
  return `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${businessNumber.replace(/\D/g, '')}`;
}
