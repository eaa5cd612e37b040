import type { ConsentKind } from '#shared/rules/case-access/areas.ts';

/** A text that a person in a case consents to. A changed text gets a new version. */
export type ConsentText = { version: string; title: string; text: string };

const SENSITIVE = `수집 항목: 건강, 심리 상태, 성생활에 관한 정보와 범죄경력 등 질문지와 서류에 의뢰인이 직접 적거나 올리는 민감정보
이용 목적: 맡기신 사건의 검토, 서류 작성과 제출, 심사와 재판에서의 의견 진술
보유 기간: 업무를 마친 날부터 3년. 법령이 정한 보존 기간이 더 길면 그 기간까지
동의하지 않을 권리: 동의하지 않을 수 있고, 동의한 뒤에도 언제든지 철회할 수 있습니다. 동의하지 않으면 민감한 질문에는 답할 수 없으며, 그 내용이 필요한 업무는 전화나 방문으로 진행합니다.`;

const SHARE = `제공받는 사람: 이 사건의 비용을 결제하신 분
제공받는 사람의 이용 목적: 가족이나 지인으로서 사건의 진행을 함께 확인하고 의뢰인을 돕는 일
제공 항목: 진행 상황, 서류, 답변, 대화, 수임계약서, 전화 예약 가운데 의뢰인이 공개 범위에서 직접 고른 것
보유와 이용 기간: 의뢰인이 정한 날까지. 정하지 않으면 의뢰인이 공개를 끝내거나 동의를 철회할 때까지
동의하지 않을 권리: 동의하지 않을 수 있고, 동의한 뒤에도 언제든지 철회할 수 있습니다. 동의하지 않아도 서비스를 받는 데 불이익은 없으며, 철회하면 공개가 바로 모두 끝납니다.`;

const SHARE_SENSITIVE = `제공받는 사람: 이 사건의 비용을 결제하신 분
제공받는 사람의 이용 목적: 가족이나 지인으로서 의뢰인의 건강과 어려움을 알고 돕는 일
제공 항목: 질문지 가운데 민감한 질문에 의뢰인이 적은 답변. 답변을 공개하기로 고른 동안에만 제공합니다.
보유와 이용 기간: 의뢰인이 정한 날까지. 정하지 않으면 의뢰인이 공개를 끝내거나 동의를 철회할 때까지
동의하지 않을 권리: 동의하지 않을 수 있고, 동의한 뒤에도 언제든지 철회할 수 있습니다. 동의하지 않아도 서비스를 받는 데 불이익은 없습니다.`;

/** Consents within a case. SAMPLE: the firm's lawyers check each text (개인정보 보호법 17조, 22조, 23조). */
export const CASE_CONSENTS: Readonly<Record<ConsentKind, ConsentText>> = {
  sensitive: { version: '2026-11-27', title: '민감정보 수집·이용 동의 (예시)', text: SENSITIVE },
  share: { version: '2026-11-27', title: '결제하신 분에게 제공 동의 (예시)', text: SHARE },
  share_sensitive: { version: '2026-11-27', title: '결제하신 분에게 민감정보 제공 동의 (예시)', text: SHARE_SENSITIVE },
};
