import { expect, it } from 'vitest';
import { showsEntry, showsMessage, streamEntries } from './stream-entries.ts';

const AT = '2026-11-22T00:00:00.000Z';

function lineOf(note: string, isProgress: boolean) {
  const actor = isProgress ? ('admin' as const) : ('payment' as const);
  return { status: 'confirmed' as const, timestamp: AT, note, actor, actor_name: null, is_progress: isProgress };
}

const CASE = {
  notes: [{ id: 1, text: '초안을 보냅니다.', isVisible: true, author: 'admin (관리자)', created_at: AT }],
  calls: [],
  steps: [],
  papers: [],
  letter: null,
  timeline: [
    lineOf('300,000원을 결제했습니다.', false),
    lineOf('업무를 시작했습니다.', true),
    lineOf('초안을 보냅니다.', true),
  ],
};

const titlesOf = (maySeeMoney: boolean) => streamEntries(CASE, maySeeMoney).map(({ title, text }) => text ?? title);

it('has a public note once, though the timeline repeats it', () => {
  expect(titlesOf(true)).toEqual(['초안을 보냅니다.', '300,000원을 결제했습니다.', '업무를 시작했습니다.']);
});

it('has no money for those who may not see it', () => {
  expect(titlesOf(false)).toEqual(['초안을 보냅니다.', '업무를 시작했습니다.']);
});

it.each([
  ['all', 'event', 'assigned', 0, true],
  ['all', 'event', 'step_done', 0, false],
  ['talk', 'message', null, 0, true],
  ['talk', 'note', null, 0, false],
  ['note', 'note', null, 0, true],
  ['file', 'message', null, 1, true],
  ['file', 'message', null, 0, false],
  ['money', 'message', null, 1, false],
] as const)('filter %s, a %s (%s) with %s files: %s', (filter, kind, event, files, isShown) => {
  expect(showsMessage(filter, { kind, event, attachments: Array(files).fill(0) })).toBe(isShown);
});

it('shows a message of another room under its kind, and with files also under the files', () => {
  const file = {
    id: 1,
    filename: '통지서.pdf',
    media_type: 'application/pdf',
    size: 1,
    sha256: '',
    scan: 'off' as const,
    has_preview: false,
  };
  const shown = (files: (typeof file)[]) =>
    (['all', 'talk', 'file', 'note'] as const).filter((filter) => showsEntry(filter, { filter: 'talk', files }));
  expect(shown([file])).toEqual(['all', 'talk', 'file']);
  expect(shown([])).toEqual(['all', 'talk']);
});
