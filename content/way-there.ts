/** How to reach the office: a sample, like the address in `firm.ts`. */
export const WAY_THERE = [
  { by: '지하철', text: '본보기역 3번 출구에서 본보기대로를 따라 걸어서 4분(약 250m) 걸립니다.' },
  { by: '버스', text: '본보기대로·법원앞 정류장에서 내려 걸어서 2분 걸립니다.' },
  { by: '승용차', text: '건물 지하 주차장을 이용합니다. 상담 시간에는 1시간 무료입니다.' },
  { by: '방문', text: '방문 상담은 예약하신 분만 가능합니다. 먼저 전화로 시간을 정해주세요.' },
] as const;

/** Holds what the drawn map names. */
export const MAP_NAMES = {
  road: '본보기대로',
  crossRoad: '견본로',
  station: '본보기역',
  exit: '3번 출구',
  stop: '법원앞 정류장',
  landmark: '견본공원',
  office: '본보기빌딩 5층',
} as const;
