import type { PaperForm } from '#shared/rules/work/paper-forms.ts';

/** A paper that a lawyer asks for by one choice, and may change before it is sent. */
export type PaperTemplate = {
  /** Services whose cases often need it; without them the paper is offered in every case. */
  readonly serviceIds?: readonly number[];
  readonly title: string;
  readonly why: string;
  readonly asked_of: 'client' | 'payer';
  /** The form that the client prints, signs with a pen and uploads. */
  readonly form?: PaperForm;
};

/** SAMPLE: the firm's lawyers check every paper and sentence. */
export const PAPER_TEMPLATES: readonly PaperTemplate[] = [
  {
    serviceIds: [14],
    title: '징계처분서 사본',
    why: '항고서에 붙입니다. 앞뒤를 모두 찍어주세요. 군사비밀이 적힌 곳은 가려주세요.',
    asked_of: 'client',
  },
  {
    serviceIds: [14],
    title: '출석통지서',
    why: '징계위원회가 열리는 날과 통지받은 날을 확인합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [14, 19],
    title: '이미 낸 진술서·반성문 사본',
    why: '앞서 한 말과 어긋나지 않게 서면을 씁니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [14],
    title: '표창장·상장',
    why: '감경 사유로 제출합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [19],
    title: '심사 통지서',
    why: '심사 날짜와 통지받은 날을 확인합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [16, 19],
    title: '진단서·소견서',
    why: '지금 상태를 심사기관에 설명합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [16],
    title: '휴가·진료 신청서와 답변',
    why: '언제 무엇을 신청하고 어떤 답을 받았는지 확인합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [21],
    title: '피해를 보여주는 사진과 메시지',
    why: '원본 그대로 올려주세요. 내가 참여하지 않은 대화의 녹음은 올리지 마세요.',
    asked_of: 'client',
  },
  {
    serviceIds: [21],
    title: '신고서 사본과 접수증',
    why: '신고한 날과 그 뒤의 조치를 확인합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [1, 2, 3, 4, 5],
    title: '병역판정검사 결과통보서',
    why: '신체등급과 병역 처분을 확인합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [1, 2, 4],
    title: '입영통지서',
    why: '입영일까지 남은 날을 확인합니다.',
    asked_of: 'client',
  },
  {
    serviceIds: [1, 2, 3, 16, 19, 20, 21, 22],
    title: '의무기록 발급 동의서와 위임장 (자필 서명)',
    why: '저희가 병원에서 의무기록을 대신 발급받습니다. 양식을 인쇄해 펜으로 서명한 뒤 신분증 사본과 함께 사진으로 올려주세요.',
    asked_of: 'client',
    form: 'medical_records',
  },
  {
    title: '가족관계증명서',
    why: '가족이 절차를 돕는 데 필요합니다. 주민등록번호 뒷자리가 가려진 것으로 발급해주세요.',
    asked_of: 'payer',
  },
];
