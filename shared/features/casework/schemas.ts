import { z } from 'zod';
import { day, id, idParam, requiredLine } from '#shared/contract/fields.ts';
import { DEADLINE_KINDS, type DeadlineKind } from '#shared/rules/work/legal-deadlines.ts';

const KIND_MESSAGE = '기한의 종류를 선택해주세요.';
const LAST_DAY_MESSAGE = '마지막 날을 입력해주세요.';
const ORDER_MESSAGE = '마지막 날은 시작하는 날보다 빠를 수 없습니다.';
const title = requiredLine(100, '기한의 이름을 입력해주세요.');
const kind = z.enum(DEADLINE_KINDS, { error: KIND_MESSAGE });

/** A deadline of a case; until an administrator has confirmed it, the last day is a guess. */
export const deadline = z.object({
  id,
  kind,
  title: z.string(),
  starts_on: z.string(),
  last_day: z.string(),
  source: z.enum(['answer', 'staff']),
  confirmed_by: z.string().nullable(),
});
export type Deadline = z.infer<typeof deadline>;

export const deadlineParams = idParam.extend({ deadlineId: idParam.shape.id });
export type DeadlineParams = z.input<typeof deadlineParams>;

function isInOrder({ starts_on, last_day }: { starts_on?: string | undefined; last_day?: string | null | undefined }) {
  return starts_on === undefined || last_day == null || starts_on <= last_day;
}

/** The last day is computed by the law, unless it is given; `other` has none of its own. */
export const createDeadlineBody = z
  .object({ kind, title, starts_on: day(), last_day: day().nullish() })
  .refine(({ kind: one, last_day }) => one !== ('other' satisfies DeadlineKind) || last_day != null, {
    path: ['last_day'],
    message: LAST_DAY_MESSAGE,
  })
  .refine(isInOrder, { path: ['last_day'], message: ORDER_MESSAGE });
export type CreateDeadlineBody = z.input<typeof createDeadlineBody>;
export type ValidCreateDeadlineBody = z.output<typeof createDeadlineBody>;

/** The fields of a deadline that a form changes: `seen` is what it was opened with. */
const deadlineSeen = deadline.pick({ title: true, starts_on: true, last_day: true });
export type DeadlineSeen = z.infer<typeof deadlineSeen>;

/** Fields that are left out stay. A changed day has to be confirmed again. */
export const updateDeadlineBody = z
  .object({
    title: title.optional(),
    starts_on: day().optional(),
    last_day: day().optional(),
    confirmed: z.boolean({ error: '확인했는지 선택해주세요.' }).optional(),
    seen: deadlineSeen.optional(),
  })
  .refine(isInOrder, { path: ['last_day'], message: ORDER_MESSAGE });
export type UpdateDeadlineBody = z.input<typeof updateDeadlineBody>;
export type ValidUpdateDeadlineBody = z.output<typeof updateDeadlineBody>;
