import { PRIVACY_POLICY } from '#content/policies/privacy-policy.ts';
import { ConsentChoice } from '#web/features/analytics/consent-choice.tsx';
import { PolicyDocument } from '#web/features/policies/policy-document.tsx';

export function PrivacyPage() {
  return (
    <div className="mx-auto max-w-[808px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PolicyDocument policy={PRIVACY_POLICY} headingOf={(heading, number) => `${number}. ${heading}`} />
      <ConsentChoice />
    </div>
  );
}
