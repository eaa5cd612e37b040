/** The columns of a soldier's profile. */
export const SOLDIER_COLUMNS = [
  'soldiers.id',
  'soldiers.fullname',
  'soldiers.relationship',
  'soldiers.military_status',
  'soldiers.phone',
  'soldiers.email',
] as const;
