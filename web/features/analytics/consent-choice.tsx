import type { Consent } from '#web/lib/storage/storage.ts';
import { type ConsentState, decideConsent, useConsent } from './consent.ts';
import { CONSENT_BUTTON } from './consent-button.ts';

const STATES: Record<ConsentState, string> = {
  unconfigured: '이 사이트는 지금 방문 통계를 모으지 않습니다.',
  undecided: '아직 고르지 않으셨습니다. 고르기 전에는 모으지 않습니다.',
  granted: '방문 통계에 동의하셨습니다.',
  denied: '방문 통계에 동의하지 않으셨습니다. 모으지 않습니다.',
};
const ANSWERS: readonly { consent: Consent; label: string }[] = [
  { consent: 'denied', label: '동의하지 않음' },
  { consent: 'granted', label: '동의함' },
];

/** Shows the consent to measurement and lets the visitor change it at any time. */
export function ConsentChoice() {
  const state = useConsent();
  return (
    <section aria-labelledby="consent" className="mt-14 rounded-card border border-line bg-surface p-6 md:p-8">
      <h2 id="consent" className="text-h3 text-ink-900">
        방문 통계
      </h2>
      <p role="status" className="mt-2">
        {STATES[state]}
      </p>
      {state !== 'unconfigured' && (
        <div className="mt-5 flex max-w-[400px] gap-3">
          {ANSWERS.map(({ consent, label }) => (
            <button
              key={consent}
              type="button"
              aria-pressed={state === consent}
              onClick={() => decideConsent(consent)}
              className={CONSENT_BUTTON}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
