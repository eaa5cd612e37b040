import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import type { NoticeChannel } from '#shared/rules/notices/notices.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';
import { noticeSettingsQuery } from './api.ts';
import { MarketingConsents } from './marketing-consents.tsx';
import { chosenChannel, isGroupOn, type KindChanges, kindChanges, NOTICE_GROUPS } from './notice-groups.ts';
import { useChangeSettings } from './use-change-settings.ts';

/** Shows what the account is notified of, and its consents to advertising (contract §7). */
export function NoticeSettings() {
  const settings = useQuery(noticeSettingsQuery);
  const known = useKnownProblem(settings);
  const { shown, setKinds, setConsent, problem, savedCount } = useChangeSettings(settings.data);
  if (shown === undefined) {
    if (known) return <LoadError subject="알림 설정" error={known} onRetry={() => void settings.refetch()} />;
    return (
      <div role="status" className="relative">
        <LoadingWords>알림 설정 불러오는 중</LoadingWords>
        <Skeleton className="h-[420px] w-full" />
      </div>
    );
  }
  return (
    <>
      <GroupSwitches settings={shown} onChange={(changes) => void setKinds(changes)} />
      <MarketingConsents settings={shown} onChange={(consent, isOn) => void setConsent(consent, isOn)} />
      <div aria-live="polite" className="mt-3 min-h-6 text-small text-success">
        {/* The count makes screen readers read the same sentence again. */}
        {savedCount > 0 && !problem && <p key={savedCount}>저장했습니다.</p>}
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}

type SwitchesProps = { settings: NoticeSettingsAnswer; onChange: (changes: KindChanges) => void };

/** Three groups to switch, and one channel for all that are on. */
function GroupSwitches({ settings: { kinds }, onChange }: SwitchesProps) {
  const stored = chosenChannel(kinds);
  const isAnyOn = NOTICE_GROUPS.some((group) => isGroupOn(group, kinds));
  // While nothing is on, the choice is in no setting.
  const [chosen, setChosen] = useState(stored);
  const channel = isAnyOn ? stored : chosen;
  const handleChannel = (picked: NoticeChannel) => {
    setChosen(picked);
    const on = NOTICE_GROUPS.filter((group) => isGroupOn(group, kinds)).flatMap((group) => group.kinds);
    if (on.length > 0) onChange(kindChanges(on, true, picked));
  };
  return (
    <div className="rounded-card border border-line bg-surface px-5 py-2">
      <ul aria-label="받을 알림">
        {NOTICE_GROUPS.map((group) => (
          <li key={group.id} className="border-line border-b py-1 last:border-b-0">
            <Checkbox
              label={group.label}
              checked={isGroupOn(group, kinds)}
              onChange={(event) => {
                setChosen(channel);
                onChange(kindChanges(group.kinds, event.target.checked, channel));
              }}
            />
            <p className="pb-2 pl-8 text-caption text-ink-500">{group.text}</p>
          </li>
        ))}
      </ul>
      <fieldset className="border-line border-t py-3">
        <legend className="float-left w-full font-semibold text-ink-900 text-small">받는 방법</legend>
        <div className="clear-both flex flex-wrap gap-x-6">
          {CHANNEL_CHOICES.map(({ value, label }) => (
            <label key={value} className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-small">
              <input
                type="radio"
                name="notice-channel"
                className="size-5 accent-olive-700"
                checked={channel === value}
                onChange={() => handleChannel(value)}
              />
              {label}
            </label>
          ))}
        </div>
        <p className="mt-1 text-pretty text-caption text-ink-500">
          알림에는 주문 번호만 적고 서비스 이름이나 사유는 적지 않습니다.
        </p>
      </fieldset>
    </div>
  );
}

const CHANNEL_CHOICES: readonly { value: NoticeChannel; label: string }[] = [
  { value: 'kakao', label: '카카오톡 (닿지 않으면 문자)' },
  { value: 'sms', label: '문자' },
  { value: 'email', label: '이메일' },
];
