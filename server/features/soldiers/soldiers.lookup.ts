/** The columns of a soldier's profile, for the soldiers' own calls and for the file of personal data. */
export const SOLDIER_COLUMNS = [
  'soldiers.id',
  'soldiers.fullname',
  'soldiers.relationship',
  'soldiers.military_status',
  'soldiers.phone',
  'soldiers.email',
] as const;
