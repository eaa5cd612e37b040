import { TERMS_OF_USE } from '#content/policies/terms-of-use.ts';
import { PolicyDocument } from '#web/features/policies/policy-document.tsx';

export function TermsPage() {
  return (
    <div className="mx-auto max-w-[808px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PolicyDocument policy={TERMS_OF_USE} headingOf={(heading, number) => `제${number}조 (${heading})`} />
    </div>
  );
}
