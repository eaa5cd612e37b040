import type { CaseTask } from '#shared/features/casework/paper-schemas.ts';
import type { PaperState } from '#shared/rules/work/paper-state.ts';
import type { BadgeKind } from '#web/ui/badge.tsx';

export const TASK_LABELS: Record<CaseTask['kind'], string> = {
  questions: '질문지',
  paper: '서류',
  letter: '수임계약서',
  call: '전화',
  consent: '동의',
};

export const PAPER_LABELS: Record<PaperState, { label: string; kind: BadgeKind }> = {
  requested: { label: '요청', kind: 'info' },
  uploaded: { label: '올림', kind: 'olive' },
  accepted: { label: '확인', kind: 'success' },
  returned: { label: '다시 요청', kind: 'danger' },
  not_needed: { label: '필요 없음', kind: 'quiet' },
  cancelled: { label: '취소', kind: 'quiet' },
};
