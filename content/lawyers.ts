import { FIRM } from './firm.ts';

export type Lawyer = {
  name: string;
  title: string;
  /**
   * A square picture, drawn or photographed, in `web/public/images/lawyers`, at most 960 pixels wide.
   */
  portrait: string;
  /**
   * The face alone, for the size of a thumb, in `web/public/images/lawyers/faces`. Mails show
   * `content/portraits/mail/KEY.png`, the same in 96 pixels, where KEY is the name of this file.
   */
  face: string;
  fields: readonly string[];
  introduction: string;
  /** Years of practice as a lawyer. */
  years: number;
  /** How and where the lawyer is admitted. */
  qualifications: readonly string[];
  career: readonly string[];
  /** The services that this lawyer takes. */
  serviceIds: readonly number[];
};

/**
 * The three lawyers as one picture, tried in this order; if none loads the placeholder panel stays.
 */
export const LAWYER_PICTURES: readonly string[] = [
  '/images/lawyers.svg',
  '/images/lawyers.webp',
  '/images/lawyers.jpg',
];

/** Sample people: all that is said of them is to be replaced by the firm. */
const PEOPLE: readonly Omit<Lawyer, 'title'>[] = [
  {
    name: '홍길동',
    portrait: '/images/lawyers/hong.svg',
    face: '/images/lawyers/faces/hong.svg',
    fields: ['징계·항고', '군 형사사건'],
    introduction: '징계 절차의 첫 진술부터 항고와 행정소송까지, 절차의 순서에 맞추어 사건을 정리합니다.',
    years: 21,
    qualifications: ['사법시험 제00회 합격', '변호사 등록번호 제00001호'],
    career: ['군 징계·항고 사건 담당', '본보기지방변호사회 회원'],
    serviceIds: [1, 2, 14, 15, 17, 26],
  },
  {
    name: '성춘향',
    portrait: '/images/lawyers/seong.svg',
    face: '/images/lawyers/faces/seong.svg',
    fields: ['현역복무부적합심사', '질병·부상'],
    introduction: '의무기록과 생활기록을 함께 검토하여 심사위원이 읽는 서류를 만듭니다.',
    years: 11,
    qualifications: ['변호사시험 제00회 합격', '변호사 등록번호 제00002호'],
    career: ['현역복무부적합심사·병가 사건 담당', '본보기의료법연구회 회원'],
    serviceIds: [3, 4, 5, 16, 19, 20, 22, 23, 27],
  },
  {
    name: '이몽룡',
    portrait: '/images/lawyers/lee.svg',
    face: '/images/lawyers/faces/lee.svg',
    fields: ['괴롭힘·폭행 피해', '민사 소송'],
    introduction: '피해자의 분리와 보호를 먼저 요청하고, 이후의 신고와 배상 청구를 이어서 진행합니다.',
    years: 7,
    qualifications: ['변호사시험 제00회 합격', '변호사 등록번호 제00003호'],
    career: ['병영 내 인권침해 사건 담당', '본보기인권위원회 위원'],
    serviceIds: [21, 24, 25, 28, 29, 30],
  },
];

/** Titles follow the firm's representatives, which the footer and the letter of engagement name, too. */
export const LAWYERS: readonly Lawyer[] = PEOPLE.map((person) => {
  const title = FIRM.representatives.includes(person.name) ? '대표변호사' : '변호사';
  return { ...person, title, career: [`${FIRM.name} ${title}`, ...person.career] };
});

/** Shown beside qualifications and years as long as they are samples. */
export const LAWYERS_NOTE = '변호사의 이름, 자격과 경력은 예시입니다.';

/** Holds what the first screen says of the lawyers (spec §1): qualification, years, fields. */
export const CREDENTIALS: readonly { figure: string; text: string }[] = [
  { figure: `변호사 ${LAWYERS.length}인`, text: '대한변호사협회 등록 변호사' },
  {
    figure: `경력 합계 ${LAWYERS.reduce((sum, { years }) => sum + years, 0)}년`,
    text: '맡은 변호사의 이름을 밝힙니다',
  },
  { figure: '군 복무 사건', text: '징계 · 현부심 · 병가 · 병영 내 피해' },
];

/** The lawyer who takes a service; undefined where that is decided after the order. */
export function lawyerOf(serviceId: number): Lawyer | undefined {
  return LAWYERS.find(({ serviceIds }) => serviceIds.includes(serviceId));
}

/** The face of the person who works on a case, by name; undefined where there is no picture. */
export function faceOf(name: string): string | undefined {
  return LAWYERS.find((lawyer) => lawyer.name === name)?.face;
}
