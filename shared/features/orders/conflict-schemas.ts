import { z } from 'zod';
import { id, requiredLine } from '#shared/contract/fields.ts';
import { WORK_STATES } from '#shared/rules/work/work-state.ts';

export const MAX_OPPONENTS = 20;
export const MAX_OPPONENT_NAME = 100;
/** Cases that a search lists, newest first: a frequent name has many. */
export const MOST_CONFLICTS = 200;
const NAME_MESSAGE = '이름을 입력해주세요.';
const NAMES_MESSAGE = '상대방 이름을 입력해주세요.';

/** Replaces the opponents of a case; `seen` are those that the form was opened with: others by now are refused. */
export const setOpponentsBody = z.object({
  names: z
    .array(requiredLine(MAX_OPPONENT_NAME, NAME_MESSAGE), { error: NAMES_MESSAGE })
    .max(MAX_OPPONENTS, `상대방은 ${MAX_OPPONENTS}명까지 적을 수 있습니다.`),
  seen: z
    .array(z.string({ error: NAME_MESSAGE }), { error: NAMES_MESSAGE })
    .max(MAX_OPPONENTS, NAMES_MESSAGE)
    .optional(),
});
export type SetOpponentsBody = z.infer<typeof setOpponentsBody>;

export const conflictsQuery = z.object({ name: requiredLine(MAX_OPPONENT_NAME, NAME_MESSAGE) });
export type ConflictsQuery = z.input<typeof conflictsQuery>;

/** A case in which a person of this name takes part, and as what. */
export const conflict = z.object({
  order_id: id,
  order_number: z.string(),
  as: z.enum(['customer', 'soldier', 'opponent']),
  name: z.string(),
  /** How far the work on that case is. */
  state: z.enum(WORK_STATES),
});
export type Conflict = z.infer<typeof conflict>;
