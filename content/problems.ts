export type Problem = { serviceId: number; title: string; situation: string };

/** The four problems on the home page in the customer's words, in their order. */
export const PROBLEMS: readonly Problem[] = [
  { serviceId: 14, title: '징계·항고', situation: '징계위원회에 오라는 통보를 받았습니다.' },
  { serviceId: 19, title: '현역복무부적합심사', situation: '더 이상 복무를 이어가기 어렵습니다.' },
  { serviceId: 21, title: '괴롭힘·폭행 피해', situation: '폭행과 폭언을 당했지만 말할 곳이 없습니다.' },
  { serviceId: 16, title: '질병·부상 병가 신청', situation: '아픈데도 진료와 병가를 허락받지 못했습니다.' },
];
