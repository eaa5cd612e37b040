import type { MarketingConsents } from '#server/features/accounts/marketing-consents.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import { isFixed, NOTICE_CHANNELS, NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import type { Settings } from './settings.queries.ts';

function presentConsent({ isOn, changedAt }: MarketingConsents['email']) {
  return { is_on: isOn, changed_at: wireTimeOrNull(changedAt) };
}

/** Presents the settings of an account. */
export function presentSettings(
  role: 'user' | 'admin',
  kinds: Settings,
  marketing: MarketingConsents,
): NoticeSettingsAnswer {
  const fixed = NOTICE_KINDS.flatMap((kind) =>
    NOTICE_CHANNELS.filter((channel) => isFixed(kind, channel, role)).map((channel) => `${kind}.${channel}`),
  );
  return {
    kinds,
    fixed,
    marketing_email: presentConsent(marketing.email),
    marketing_sms: presentConsent(marketing.sms),
  };
}
