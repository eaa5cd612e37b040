import { z } from 'zod';
import { id, requiredId, requiredText, timestamp } from '#shared/contract/fields.ts';

const TARGET_MESSAGE = '승인할 단계나 서류 하나를 선택해주세요.';
const targetId = requiredId(TARGET_MESSAGE).optional();

/** Why something is filed before the client has signed the letter; a second administrator approves it (contract §8). */
export const filingOverride = z.object({
  step_id: id.nullable(),
  paper_id: id.nullable(),
  reason: z.string(),
  /** As in `admin (관리자)`. */
  asked_by: z.string(),
  asked_by_id: id,
  asked_at: timestamp,
  approved_by: z.string().nullable(),
  approved_at: timestamp.nullable(),
});
export type FilingOverride = z.infer<typeof filingOverride>;

/** `is_open`: the client has signed, and nothing waits. */
export const filingGate = z.object({ is_open: z.boolean(), overrides: z.array(filingOverride) });
export type FilingGate = z.infer<typeof filingGate>;

/** Of a body that marks a step or paper as filed. */
export const overrideBody = z.object({ reason: requiredText(500, '계약서 없이 제출하는 까닭을 적어주세요.') });
export type OverrideBody = z.input<typeof overrideBody>;

/** Files in the client's name; what is filed waits for the client's letter. */
export const filing = z.boolean({ error: '의뢰인 이름으로 제출하는지 선택해주세요.' }).optional();

export const approveFilingBody = z
  .object({ step_id: targetId, paper_id: targetId })
  .refine(({ step_id, paper_id }) => (step_id === undefined) !== (paper_id === undefined), {
    path: ['step_id'],
    message: TARGET_MESSAGE,
  });
export type ApproveFilingBody = z.infer<typeof approveFilingBody>;
