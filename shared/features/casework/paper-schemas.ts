import { z } from 'zod';
import { deadlineDay, id, idParam, requiredLine, text, timestamp } from '#shared/contract/fields.ts';
import { attachment } from '#shared/features/attachments/schemas.ts';
import { PAPER_FORMS } from '#shared/rules/work/paper-forms.ts';
import { needsReason, PAPER_STATES } from '#shared/rules/work/paper-state.ts';
import { filing, overrideBody } from './gate-schemas.ts';

const FILES_MESSAGE = '올린 파일을 선택해주세요.';
const MAX_FILES = 10;
const title = requiredLine(100, '서류 이름을 입력해주세요.');
const why = text(500, '서류가 필요한 까닭을 문자로 입력해주세요.').nullish();
const reason = text(300, '까닭을 문자로 입력해주세요.').nullish();
const askedOf = z.enum(['client', 'payer'], { error: '누구에게 요청하는지 선택해주세요.' });

const paperForm = z.enum(PAPER_FORMS, { error: '양식을 선택해주세요.' });

/** A paper that the firm asks for, with its files (contract §8). */
export const paper = z.object({
  id,
  title: z.string(),
  why: z.string(),
  asked_of: askedOf,
  due_on: z.string().nullable(),
  state: z.enum(PAPER_STATES),
  reason: z.string().nullable(),
  /** Left out of one that is not filed in the client's name. */
  filing: z.literal(true).optional(),
  /** The form that the client prints and signs with a pen; left out of a paper without one. */
  form: paperForm.optional(),
  requested_at: timestamp,
  files: z.array(attachment.extend({ uploaded_at: timestamp })),
});
export type Paper = z.infer<typeof paper>;

export const paperParams = idParam.extend({ paperId: idParam.shape.id });
export type PaperParams = z.input<typeof paperParams>;

export const addPaperFilesBody = z.object({
  attachment_ids: z
    .array(id, { error: FILES_MESSAGE })
    .min(1, FILES_MESSAGE)
    .max(MAX_FILES, `파일은 한 번에 ${MAX_FILES}개까지 올릴 수 있습니다.`),
});
export type AddPaperFilesBody = z.input<typeof addPaperFilesBody>;

export const createPaperBody = z.object({
  title,
  why,
  asked_of: askedOf,
  due_on: deadlineDay,
  filing,
  form: paperForm.nullish(),
});
export type CreatePaperBody = z.input<typeof createPaperBody>;
export type ValidCreatePaperBody = z.output<typeof createPaperBody>;

/** The fields of a paper that a form changes: `seen` is what it was opened with. */
const paperSeen = paper.pick({ title: true, why: true, asked_of: true, due_on: true }).extend({ filing: z.boolean() });
export type PaperSeen = z.infer<typeof paperSeen>;

/** Fields that are left out stay; a returned paper and one that is not needed have a reason. */
export const updatePaperBody = z
  .object({
    title: title.optional(),
    why,
    asked_of: askedOf.optional(),
    due_on: deadlineDay,
    state: z.enum(PAPER_STATES, { error: '서류의 상태를 선택해주세요.' }).optional(),
    reason,
    filing,
    /** Asks to file before the client has signed the letter. */
    override: overrideBody.optional(),
    seen: paperSeen.optional(),
  })
  .refine(({ state, reason: given }) => state === undefined || !needsReason(state) || Boolean(given), {
    path: ['reason'],
    message: '까닭을 적어주세요.',
  });
export type UpdatePaperBody = z.input<typeof updatePaperBody>;
export type ValidUpdatePaperBody = z.output<typeof updatePaperBody>;

/** A thing that waits for a person in a case, or for the firm. */
export const caseTask = z.object({
  kind: z.enum(['questions', 'paper', 'letter', 'call', 'consent']),
  title: z.string(),
  whose: z.enum(['client', 'payer', 'firm']),
  due_on: z.string().nullable(),
  href: z.string(),
});
export type CaseTask = z.infer<typeof caseTask>;
