import type { FaqEntry } from '#shared/features/services/sections/faq/schemas.ts';
import { errorWithin } from '#web/admin-kit/error-within.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import type { EditorProps, SectionKind } from '../section-kind.ts';

function questionsOf(text: string): FaqEntry[] {
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim());
  return blocks
    .filter((block) => block !== '')
    .map((block) => {
      const [question = '', ...answer] = block.split('\n');
      return { question, answer: answer.join('\n') };
    });
}

function FaqEditor({ form, field, path }: EditorProps) {
  return (
    <AreaField
      {...field(`${path}.questions`)}
      error={errorWithin(form.formState.errors, `${path}.questions`)}
      label="질문과 답변"
      hint="첫 줄에 질문, 다음 줄부터 답변을 쓰고, 질문 사이에 빈 줄을 둡니다."
      rows={8}
    />
  );
}

export const faqKind: SectionKind<'faq'> = {
  label: '자주 묻는 질문',
  toValues: ({ questions }) => ({
    questions: questions.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n'),
  }),
  toSection: ({ questions }) => ({ type: 'faq', questions: questionsOf(questions) }),
  summary: ({ questions }) => questions.split('\n', 1)[0] ?? '',
  Editor: FaqEditor,
};
