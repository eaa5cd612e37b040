import { z } from 'zod';
import { requiredLine, requiredText } from '#shared/contract/fields.ts';
import { MAX_TEXT } from '../messages.ts';

const MAX_QUESTIONS = 50;
const FAQ_MESSAGE = '질문과 답변이 하나 이상 필요합니다.';

/** `answer` is HTML with the tags of a text section. */
const faqEntry = z.object({ question: z.string(), answer: z.string() });
export type FaqEntry = z.infer<typeof faqEntry>;

export const faqSection = z.object({ type: z.literal('faq'), questions: z.array(faqEntry).default([]) });

export const faqSectionBody = z.object({
  type: z.literal('faq'),
  questions: z
    .array(
      z.object({
        question: requiredLine(200, '질문을 입력해주세요.'),
        answer: requiredText(MAX_TEXT, '답변을 입력해주세요.'),
      }),
      { error: FAQ_MESSAGE },
    )
    .min(1, FAQ_MESSAGE)
    .max(MAX_QUESTIONS, `질문은 ${MAX_QUESTIONS}개까지 만들 수 있습니다.`),
});
