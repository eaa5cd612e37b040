import { useState } from 'react';
import type { ServiceSection } from '#shared/contract/services.ts';
import { TermsDialog } from './terms-dialog.tsx';

type Props = {
  terms: readonly ServiceSection[];
  agreed: ReadonlySet<number>;
  onToggle: (index: number) => void;
};

/** One checkbox for each terms section, unticked at first, each with a link that opens the text. */
export function TermsAgreement({ terms, agreed, onToggle }: Props) {
  const [openIndex, setOpenIndex] = useState<number>();
  const open = openIndex === undefined ? undefined : terms[openIndex];
  if (terms.length === 0) return null;
  return (
    <fieldset className="border-line border-t pt-4">
      <legend className="sr-only">약관 동의</legend>
      {terms.map((section, index) => (
        <div key={section.filename ?? section.content} className="flex items-start justify-between gap-2">
          <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-[15px]/[24px] text-ink-900">
            <input
              type="checkbox"
              checked={agreed.has(index)}
              onChange={() => onToggle(index)}
              className="mt-0.5 size-5 shrink-0 accent-olive-700"
            />
            <span>
              {section.content} <span className="text-ink-500">(필수)</span>
            </span>
          </label>
          <button
            type="button"
            onClick={() => setOpenIndex(index)}
            aria-label={`약관 보기: ${section.content ?? '이용약관'}`}
            aria-haspopup="dialog"
            className="min-h-11 shrink-0 px-1 py-2.5 text-[15px]/[24px] text-olive-700 underline underline-offset-4"
          >
            보기
          </button>
        </div>
      ))}
      <TermsDialog filename={open?.filename} onClose={() => setOpenIndex(undefined)} />
    </fieldset>
  );
}
