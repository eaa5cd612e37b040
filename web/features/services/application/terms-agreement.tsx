import { useState } from 'react';
import type { SectionOf } from '#shared/features/services/sections/schemas.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TermsDialog } from './terms-dialog.tsx';

type Props = {
  terms: readonly SectionOf<'tos'>[];
  agreed: ReadonlySet<number>;
  /** Title and version of a terms text, as the page shows it. */
  termsOf: (filename: string | undefined) => TermsReference | undefined;
  onChange: (indexes: Iterable<number>, isAgreed: boolean) => void;
};

/**
 * One checkbox per terms section, unticked at first, each with a link that opens the text. Several
 * can be agreed to with one press, which stays a button: each consent has its own box.
 */
export function TermsAgreement({ terms, agreed, termsOf, onChange }: Props) {
  const [openIndex, setOpenIndex] = useState<number>();
  const open = openIndex === undefined ? undefined : terms[openIndex];
  if (terms.length === 0) return null;
  // A section without a sentence of its own is named by the title of its text.
  const isAllAgreed = agreed.size === terms.length;
  const labelOf = ({ content, filename }: SectionOf<'tos'>) =>
    content?.trim() || `${termsOf(filename)?.title ?? '이용약관'}에 동의합니다.`;
  return (
    <fieldset className="border-line border-t pt-4">
      <legend className="sr-only">약관 동의</legend>
      {terms.length > 1 && (
        <button
          type="button"
          aria-pressed={isAllAgreed}
          onClick={() => onChange(terms.keys(), !isAllAgreed)}
          className={buttonClass('secondary', 'mb-2 w-full text-small')}
        >
          {isAllAgreed ? '모두 동의했습니다' : '약관에 모두 동의하기'}
        </button>
      )}
      {terms.map((section, index) => (
        <div key={section.filename} className="flex items-start justify-between gap-2">
          <Checkbox
            label={
              <>
                {labelOf(section)} <span className="text-ink-500">(필수)</span>
              </>
            }
            checked={agreed.has(index)}
            onChange={(event) => onChange([index], event.target.checked)}
          />
          <button
            type="button"
            onClick={() => setOpenIndex(index)}
            aria-label={`약관 보기: ${labelOf(section)}`}
            aria-haspopup="dialog"
            className={`${TEXT_LINK} shrink-0 justify-end`}
          >
            보기
          </button>
        </div>
      ))}
      <TermsDialog
        filename={open?.filename}
        version={termsOf(open?.filename)?.version}
        onClose={() => setOpenIndex(undefined)}
      />
    </fieldset>
  );
}
