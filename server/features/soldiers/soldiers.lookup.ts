import { soldier } from '#shared/features/soldiers/schemas.ts';

/** The columns of a soldier's profile: the fields that it is answered with. */
export const SOLDIER_COLUMNS = soldier.keyof().options.map((column) => `soldiers.${column}` as const);
