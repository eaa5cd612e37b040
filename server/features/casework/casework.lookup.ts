import { findLetterForAdmin, findTaskLetter, hasMandate } from '#server/features/letters/letters.lookup.ts';
import { hasConsent } from '#server/features/participants/consents.lookup.ts';
import { type CaseAccess, getCaseAccess, hasClient } from '#server/features/participants/participants.access.ts';
import type { CaseOrder } from '#server/features/questions/case-sets.ts';
import { listSetsFor, listSetsForAdmin } from '#server/features/questions/questions.lookup.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order, OrderDetail } from '#shared/features/orders/schemas.ts';
import { actsAsGuardian, mayRead } from '#shared/rules/case-access/case-access.ts';
import { caseTasks, type TaskKind, type TaskLetter } from '#shared/rules/work/case-tasks.ts';
import { callOfFirm, callOfPerson, type FirmsCalls } from './case-calls.ts';
import { listDeadlines } from './deadlines.lookup.ts';
import { listOverrides } from './filing-gate.ts';
import { listPapers, listPapersFor, type PaperReading } from './papers.lookup.ts';

type Reading = PaperReading & { now: Date };

/** Questions and the letter have pages of their own; the others are parts of the case room. */
const PLACES: Record<TaskKind, (name: string) => string> = {
  questions: (name) => `/questions/${name}`,
  letter: () => '/letter',
  paper: (name) => `#paper-${name}`,
  call: () => '#callback',
  consent: () => '#consents',
};

/** The page of administrators has all in one; a missing consent holds up the letter. */
const staffPlace = (kind: TaskKind, name: string) =>
  kind === 'consent' ? '#letter' : `#${name ? `${kind}-${name}` : kind}`;

/** Returns whether the client has to consent to sensitive data first; questions ask for it in their place. */
const asksConsent = (letter: TaskLetter | undefined) => letter?.signers.includes('client') === true;

type CaseWork = Pick<OrderDetail, 'deadlines' | 'papers' | 'tasks'>;

/** Returns what a person with a part in the case sees of its work, with the person's own tasks (contract §8). */
export async function readCaseWork(
  reading: Reading,
  order: CaseOrder & Pick<Order, 'callback'>,
  access: CaseAccess,
): Promise<CaseWork> {
  const { db, now } = reading;
  const papers = await listPapersFor(reading, access);
  const sets = await listSetsFor(reading, order, access);
  const letter = await findTaskLetter(db, access, now);
  const isPayer = access.role === 'payer';
  const persons = {
    answerer: isPayer ? 'payer' : 'client',
    forClient: isPayer && !access.hadClient ? 'payer' : 'client',
  } as const;
  const isClient = access.role === 'client' || access.role === 'both';
  const needsConsent = isClient && asksConsent(letter) && !(await hasConsent(db, access, 'sensitive'));
  const calls = callOfPerson(order.callback, access.clientId !== null);
  const own =
    access.role === 'both' ? ['client', 'payer'] : [access.role, ...(actsAsGuardian(access) ? ['guardian'] : [])];
  return {
    deadlines: mayRead(access, 'progress') ? await listDeadlines(db, access.orderId) : [],
    papers,
    tasks: caseTasks({ sets, papers, letter, calls, needsConsent }, persons)
      .filter(({ whose, isGuardians }) => own.includes(isGuardians ? 'guardian' : whose))
      .map(({ name, isGuardians: _, ...task }) => ({
        ...task,
        href: `/orders/${access.orderId}${PLACES[task.kind](name)}`,
      })),
  };
}

type AdminCaseWork = Pick<AdminOrder, 'deadlines' | 'papers' | 'tasks' | 'questions' | 'letter' | 'gate'>;

/** An order with what the firm has promised in it. */
export type AdminCaseOrder = CaseOrder & { user_id: number } & FirmsCalls;

async function hasClientsConsent({ db, now }: Reading, { id, user_id }: AdminCaseOrder): Promise<boolean> {
  const { clientId, role } = await getCaseAccess(db, user_id, id, now);
  if (clientId === null) return true;
  return hasConsent(db, { orderId: id, userId: clientId, role: role === 'both' ? role : 'client' }, 'sensitive');
}

/** Returns the work of a case for administrators with the permission `orders`, with everyone's tasks. */
export async function readCaseWorkForAdmin(reading: Reading, order: AdminCaseOrder): Promise<AdminCaseWork> {
  const { db } = reading;
  const questions = await listSetsForAdmin(reading, order);
  const papers = await listPapers(reading, order.id);
  const { letter, task } = await findLetterForAdmin(reading, order.id);
  const acting = (await hasClient(db, order.id)) ? 'client' : 'payer';
  // A soldier who has not joined is asked for nothing.
  const needsConsent = asksConsent(task) && !(await hasClientsConsent(reading, order));
  const facts = { sets: questions, papers, letter: task, calls: callOfFirm(order), needsConsent };
  const tasks = caseTasks(facts, { answerer: acting, forClient: acting });
  return {
    deadlines: await listDeadlines(db, order.id),
    papers,
    tasks: tasks.map(({ name, isGuardians: _, ...task }) => ({
      ...task,
      href: `/admin/orders/${order.id}${staffPlace(task.kind, name)}`,
    })),
    questions,
    letter,
    gate: { is_open: await hasMandate(db, order.id), overrides: await listOverrides(reading, order.id) },
  };
}

export const NO_CASE_WORK: AdminCaseWork = {
  deadlines: [],
  papers: [],
  tasks: [],
  questions: [],
  letter: null,
  gate: { is_open: false, overrides: [] },
};
