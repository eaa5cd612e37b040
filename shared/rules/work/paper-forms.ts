/** Forms that are printed and signed with a pen: an electronic signature will not do (의료법 시행규칙 13조의3). */
export const PAPER_FORMS = ['medical_records'] as const;
export type PaperForm = (typeof PAPER_FORMS)[number];
