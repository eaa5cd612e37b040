import { FIRM } from '../firm.ts';

/** A page to be signed with a pen. A row without a value is a line to write on. */
export type PrintedForm = {
  readonly title: string;
  readonly basis: string;
  readonly tables: readonly { readonly heading: string; readonly rows: readonly (readonly [string, string])[] }[];
  /** The sentence above the signature. */
  readonly statement: string;
  readonly attached: readonly string[];
  readonly signer: string;
};

/** SAMPLE: the firm's lawyers compare it with the form of the ministry, which a hospital may insist on. */
export const FORM_NOTE =
  '이 양식은 예시입니다. 실제로 쓰기 전에 담당 변호사가 법정 서식(의료법 시행규칙 별지 제9호의2, 제9호의3)과 대조해 고쳐야 합니다.';

const LAW = '의료법 제21조제3항제2호, 같은 법 시행규칙 제13조의3';
const AGENT: PrintedForm['tables'][number] = {
  heading: '대리인',
  rows: [
    ['이름', `${FIRM.name} 담당변호사`],
    ['주소', FIRM.address],
    ['전화', FIRM.phone],
    ['환자와의 관계', '수임인'],
  ],
};

function patientOf(name: string): PrintedForm['tables'][number] {
  return {
    heading: '환자 본인',
    rows: [
      ['이름', name],
      ['생년월일', ''],
      ['주소', ''],
      ['전화', ''],
    ],
  };
}

/** The consent and the power of attorney by which the firm fetches a patient's medical records. */
export function medicalRecordForms(patient: string): PrintedForm[] {
  return [
    {
      title: '진료기록 열람 및 사본 발급 동의서 (예시)',
      basis: LAW,
      tables: [
        patientOf(patient),
        AGENT,
        {
          heading: '동의하는 범위',
          rows: [
            ['의료기관', ''],
            ['진료 기간', ''],
            ['기록의 종류', ''],
            ['쓰는 곳', ''],
          ],
        },
      ],
      statement: '위 대리인이 위 의료기관에서 위 범위의 진료기록을 열람하고 사본을 발급받는 데 동의합니다.',
      attached: ['환자 본인의 신분증 사본', '대리인의 신분증 사본'],
      signer: '환자 본인',
    },
    {
      title: '진료기록 열람 및 사본 발급 위임장 (예시)',
      basis: LAW,
      tables: [
        { ...AGENT, heading: '위임받는 사람' },
        { ...patientOf(patient), heading: '위임하는 사람 (환자 본인)' },
      ],
      statement: '위임하는 사람은 진료기록의 열람과 사본 발급을 신청하고 받는 일을 위임받는 사람에게 맡깁니다.',
      attached: ['위임하는 사람의 신분증 사본'],
      signer: '위임하는 사람',
    },
  ];
}
