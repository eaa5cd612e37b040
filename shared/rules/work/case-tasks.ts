import type { LetterState, SignerRole } from '#shared/rules/letters/letter-state.ts';
import type { SetState } from '#shared/rules/questions/question-set.ts';
import type { PaperState } from './paper-state.ts';

export type TaskSet = { set: string; title: string; state: SetState; due_on: string | null };
export type TaskPaper = {
  id: number;
  title: string;
  state: PaperState;
  asked_of: 'client' | 'payer';
  due_on: string | null;
};
/** The newest letter of a case: `signers` may sign it now. */
export type TaskLetter = { state: LetterState; signers: readonly SignerRole[]; due_on: string | null };
/** A call: the firm makes it, and a booked one is taken by a person. */
export type TaskCall = { title: string; whose: Whose; due_on: string | null };
export type Whose = 'client' | 'payer' | 'firm';
export type TaskKind = 'questions' | 'paper' | 'letter' | 'call' | 'consent';

/** `name` is the set's, or the paper's id: the place of the task on the pages. A guardian's turn is the client's. */
type Task = {
  kind: TaskKind;
  name: string;
  title: string;
  whose: Whose;
  isGuardians?: boolean;
  due_on: string | null;
};

/** The parts of a case that can wait for a person. */
export type TaskFacts = {
  sets: readonly TaskSet[];
  papers: readonly TaskPaper[];
  letter?: TaskLetter | undefined;
  calls?: readonly TaskCall[];
  /** The client's own consent to sensitive data is missing, without which the letter cannot be signed. */
  needsConsent?: boolean;
};

/** Persons who act for the client: the client, and until one joins the payer. */
type Persons = { answerer: 'client' | 'payer'; forClient: 'client' | 'payer' };

function turnOfSet(state: SetState, { answerer }: Persons): Whose | undefined {
  if (state === 'confirmed') return undefined;
  return state === 'submitted' ? 'firm' : answerer;
}

function turnOfPaper({ state, asked_of }: TaskPaper, { forClient }: Persons): Whose | undefined {
  if (state === 'requested' || state === 'returned') return asked_of === 'client' ? forClient : 'payer';
  return state === 'uploaded' ? 'firm' : undefined;
}

const SIGNING: Record<SignerRole, Pick<Task, 'title' | 'whose' | 'isGuardians'>> = {
  client: { title: '수임계약서를 읽고 서명하기', whose: 'client' },
  guardian: { title: '법정대리인으로 서명하기', whose: 'client', isGuardians: true },
  payer: { title: '비용 부담 확인서에 서명하기', whose: 'payer' },
  firm: { title: '수임계약서에 서명하기', whose: 'firm' },
};

/** Says what the firm does with a letter that waits for no signature; a withdrawn one was the firm's own decision. */
const FIRMS_TURN: Partial<Record<LetterState, string>> = {
  draft: '초안을 의뢰인에게 보내기',
  declined: '거절한 까닭을 확인하고 다시 보내기',
  expired: '기간이 지난 수임계약서를 다시 보내기',
};

function letterTasks({ state, signers, due_on }: TaskLetter): Task[] {
  const place = { kind: 'letter', name: '' } as const;
  const title = FIRMS_TURN[state];
  if (title !== undefined) return [{ ...place, title, whose: 'firm', due_on: null }];
  return signers.map((role) => ({ ...place, ...SIGNING[role], due_on: state === 'offered' ? due_on : null }));
}

/** Lists what waits in a case and whose turn it is, the first day first. */
export function caseTasks({ sets, papers, letter, calls = [], needsConsent }: TaskFacts, persons: Persons): Task[] {
  const turns = [
    ...sets.map(({ set, title, state, due_on }) => ({
      kind: 'questions' as const,
      name: set,
      title,
      due_on,
      whose: turnOfSet(state, persons),
    })),
    ...papers.map((paper) => ({
      kind: 'paper' as const,
      name: String(paper.id),
      title: paper.title,
      due_on: paper.due_on,
      whose: turnOfPaper(paper, persons),
    })),
  ];
  const tasks: Task[] = [
    ...(needsConsent
      ? [{ kind: 'consent', name: '', title: '민감정보 이용에 동의하기', whose: 'client', due_on: null } as const]
      : []),
    ...(letter ? letterTasks(letter) : []),
    ...turns.flatMap(({ whose, ...task }) => (whose ? [{ ...task, whose }] : [])),
    ...calls.map((call) => ({ kind: 'call' as const, name: '', ...call })),
  ];
  return tasks.toSorted((one, other) => (one.due_on ?? '9999').localeCompare(other.due_on ?? '9999'));
}

/** The tasks of the reader in a case, and the answers that the reader has not read. */
export type WaitingForReader = { tasks: number; answers: number };

/** Returns the heading of a case: tasks of the reader first, then answers to read, else that the reader may wait. */
export function caseHeadline({ tasks, answers }: WaitingForReader): string {
  if (tasks > 0) return `지금 하실 일 ${tasks}개`;
  return answers > 0 ? '읽지 않은 답변이 있습니다' : '지금은 기다리시면 됩니다';
}
