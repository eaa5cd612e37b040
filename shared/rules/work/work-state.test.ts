import { expect, it } from 'vitest';
import { isWorkMoveAllowed, WORK_STATES, workStateLabel, workStateOf } from './work-state.ts';

it('follows from when the work was started and closed', () => {
  const at = new Date();
  expect(workStateOf({ work_started_at: null, work_closed_at: null })).toBe('waiting');
  expect(workStateOf({ work_started_at: at, work_closed_at: null })).toBe('in_progress');
  expect(workStateOf({ work_started_at: at, work_closed_at: at })).toBe('closed');
  expect(WORK_STATES.map(workStateLabel)).toEqual(['착수 대기', '업무 진행 중', '종결']);
});

it('starts, is taken back, closes and opens again, and never closes before it began', () => {
  const moves = WORK_STATES.flatMap((from) =>
    WORK_STATES.filter((to) => isWorkMoveAllowed(from, to)).map((to) => `${from} ${to}`),
  );
  expect(moves).toEqual(['waiting in_progress', 'in_progress waiting', 'in_progress closed', 'closed in_progress']);
});
