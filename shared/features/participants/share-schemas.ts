import { z } from 'zod';
import { idParam, timestamp } from '#shared/contract/fields.ts';
import { AREAS, type Area } from '#shared/rules/case-access/areas.ts';

const UNTIL_MESSAGE = '공개를 끝낼 때를 확인해주세요.';

function areasAs<Field extends z.ZodType>(field: Field): Record<Area, Field> {
  return {
    progress: field,
    papers: field,
    answers: field,
    conversation: field,
    letter: field,
    appointments: field,
  };
}

/** The areas that the client lets the payer read, and until when. */
export const shares = z.object({ shares: z.object(areasAs(z.boolean())), shares_until: timestamp.nullable() });
export type Shares = z.infer<typeof shares>;

/** An area that is left out is not shared. */
export const changeSharesBody = z.object({
  shares: z.object(areasAs(z.boolean({ error: '공개할지 여부를 선택해주세요.' }).default(false)), {
    error: '공개 범위를 선택해주세요.',
  }),
  shares_until: z.iso
    .datetime({ error: UNTIL_MESSAGE })
    .transform((at) => new Date(at))
    .nullish(),
});
export type ChangeSharesBody = z.input<typeof changeSharesBody>;
export type ValidChangeSharesBody = z.output<typeof changeSharesBody>;

/** Says of each area whether it is among those that are shared. */
export function sharesOf(areas: readonly Area[]): Shares['shares'] {
  const isShared = (area: Area) => areas.includes(area);
  return {
    progress: isShared('progress'),
    papers: isShared('papers'),
    answers: isShared('answers'),
    conversation: isShared('conversation'),
    letter: isShared('letter'),
    appointments: isShared('appointments'),
  };
}

export function areasOf({ shares: chosen }: Pick<Shares, 'shares'>): Area[] {
  return AREAS.filter((area) => chosen[area]);
}

export const participantParams = idParam.extend({ participantId: idParam.shape.id });
export type ParticipantParams = z.input<typeof participantParams>;
