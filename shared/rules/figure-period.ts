/** Lengths of a period that figures are shown for, in days, as the address and the call have them. */
export const FIGURE_PERIODS = ['7', '30', '90'] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];

export const DEFAULT_FIGURE_PERIOD: FigurePeriod = '30';
