export const RELATIONSHIPS = ['본인', '자녀', '형제/자매', '친구', '기타'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** The relationship that fills name, phone and e-mail from the account (spec §2). */
export const SELF: Relationship = '본인';

export const MILITARY_STATUSES = ['입대 전', '복무 중', '전역 후'] as const;
export type MilitaryStatus = (typeof MILITARY_STATUSES)[number];

export const DEFAULT_MILITARY_STATUS: MilitaryStatus = '복무 중';
