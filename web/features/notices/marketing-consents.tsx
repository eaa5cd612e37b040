import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { Consent } from './use-change-settings.ts';

const LABELS: Readonly<Record<Consent, string>> = {
  marketing_email: '이메일로 광고성 정보 받기 (선택)',
  marketing_sms: '문자로 광고성 정보 받기 (선택)',
};
const CONSENTS: readonly Consent[] = ['marketing_email', 'marketing_sms'];

function stateOf({ is_on, changed_at }: NoticeSettingsAnswer[Consent]): string {
  if (changed_at === null) return '동의하신 적이 없습니다.';
  return `${formatDateTime(changed_at)}에 ${is_on ? '동의하셨습니다.' : '동의를 철회하셨습니다.'}`;
}

type Props = { settings: NoticeSettingsAnswer; onChange: (consent: Consent, isOn: boolean) => void };

/** Consents to advertising, by channel, withdrawn as easily as given (정보통신망법 §50). */
export function MarketingConsents({ settings, onChange }: Props) {
  return (
    <fieldset className="mt-8 rounded-card border border-line bg-surface px-5 pt-4 pb-3">
      <legend className="float-left w-full text-h4 text-ink-900">광고성 정보 수신 동의</legend>
      <p className="clear-both text-small text-ink-500">
        동의하지 않으셔도 진행 알림은 그대로 받으시며, 언제든지 바로 철회하실 수 있습니다. 처리 결과는 이메일로도
        알려드립니다.
      </p>
      <div className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {CONSENTS.map((consent) => (
          <div key={consent}>
            <Checkbox
              label={LABELS[consent]}
              checked={settings[consent].is_on}
              onChange={(event) => onChange(consent, event.target.checked)}
            />
            <p className="pb-2 pl-8 text-caption text-ink-500 tabular-nums">{stateOf(settings[consent])}</p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
