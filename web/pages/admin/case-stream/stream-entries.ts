import type { Attachment } from '#shared/features/attachments/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { SIGNER_LABELS } from '#shared/rules/letters/letter-labels.ts';

/** By which the stream of a case is narrowed, in the order of the page. */
export const STREAM_FILTERS = {
  all: '전체',
  talk: '대화',
  note: '메모',
  call: '통화',
  file: '파일',
  step: '단계',
  money: '돈',
} as const;
export type StreamFilter = keyof typeof STREAM_FILTERS;

type Call = AdminOrder['calls'][number];

/** One thing of a case that is no message of its open conversation. */
export type StreamEntry = {
  key: string;
  at: string;
  filter: Exclude<StreamFilter, 'all'>;
  title: string;
  text?: string | undefined;
  by?: string | null | undefined;
  call?: Call;
  files?: readonly Attachment[];
  isPublic?: boolean;
};

type Facts = Pick<AdminOrder, 'notes' | 'calls' | 'steps' | 'papers' | 'letter' | 'timeline'>;

const TIMELINE_ACTORS: Record<AdminOrder['timeline'][number]['actor'], string> = {
  customer: '고객',
  payment: '결제',
  job: '자동 처리',
  admin: '관리자',
};

function entriesOfPapers({ papers }: Facts): StreamEntry[] {
  return papers.flatMap(({ id, title, requested_at, files }) => [
    { key: `paper-${id}`, at: requested_at, filter: 'file' as const, title: '서류 요청', text: title },
    ...files.map((file) => ({
      key: `file-${file.id}`,
      at: file.uploaded_at,
      filter: 'file' as const,
      title: `서류 도착: ${title}`,
      files: [file],
    })),
  ]);
}

function entriesOfLetter({ letter }: Facts): StreamEntry[] {
  if (!letter) return [];
  const offered = letter.offered_at === null ? [] : [{ at: letter.offered_at, title: '수임계약서를 보냄' }];
  const signed = letter.signatures.map(({ at, name, role }) => ({
    at,
    title: `수임계약서 서명: ${name} (${SIGNER_LABELS[role]})`,
  }));
  return [...offered, ...signed].map((entry) => ({ ...entry, key: entry.title, filter: 'file' }));
}

/** Lines that a public note has written into the timeline stand as notes already. */
function entriesOfTimeline({ timeline, notes }: Facts, maySeeMoney: boolean): StreamEntry[] {
  const noted = new Set(notes.filter(({ isVisible }) => isVisible).map(({ text }) => text));
  return timeline
    .filter(({ is_progress: isProgress, note }) => (isProgress ? !noted.has(note) : maySeeMoney))
    .map(({ timestamp, note, status, actor, actor_name: name, is_progress: isProgress }) => ({
      key: `line-${timestamp}-${status}-${note}`,
      at: timestamp,
      filter: isProgress ? 'step' : 'money',
      title: note,
      by: name ?? TIMELINE_ACTORS[actor],
    }));
}

/** Returns all that happened in a case beside its messages; money only for those who may see it. */
export function streamEntries(order: Facts, maySeeMoney: boolean): StreamEntry[] {
  const notes: StreamEntry[] = order.notes.map(({ id, created_at: at, text, author, isVisible: isPublic }) => {
    return { key: `note-${id}`, at, filter: 'note', title: '메모', text, by: author, isPublic };
  });
  const calls: StreamEntry[] = order.calls.map((call) => {
    return { key: `call-${call.id}`, at: call.at, filter: 'call', title: '', text: call.note, by: call.by, call };
  });
  const steps: StreamEntry[] = order.steps.flatMap(({ id, title, note, done_at: at }) =>
    at === null ? [] : [{ key: `step-${id}`, at, filter: 'step', title: `단계 완료: ${title}`, text: note }],
  );
  return [
    ...notes,
    ...calls,
    ...steps,
    ...entriesOfPapers(order),
    ...entriesOfLetter(order),
    ...entriesOfTimeline(order, maySeeMoney),
  ];
}

/** Returns whether a filter shows a thing of the case; a message with files is both. */
export function showsEntry(filter: StreamFilter, { filter: own, files = [] }: Pick<StreamEntry, 'filter' | 'files'>) {
  return filter === 'all' || filter === own || (filter === 'file' && files.length > 0);
}

type Shown = { kind: 'message' | 'note' | 'event'; event: string | null; attachments: readonly unknown[] };

/** Returns whether a filter shows a message of the conversation; a finished step stands as one already. */
export function showsMessage(filter: StreamFilter, { kind, event, attachments }: Shown): boolean {
  if (event === 'step_done') return false;
  if (filter === 'all') return true;
  if (filter === 'talk') return kind === 'message';
  if (filter === 'note') return kind === 'note';
  return filter === 'file' && attachments.length > 0;
}
