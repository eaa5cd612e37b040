import { useQuery } from '@tanstack/react-query';
import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, type NoticeChannel, type NoticeKind } from '#shared/rules/notices/notices.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { LoadError } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx';
import { noticeSettingsQuery } from './api.ts';
import { MarketingConsents } from './marketing-consents.tsx';
import { CHANNEL_LABELS, NOTICE_LABELS } from './notice-labels.ts';
import { useChangeSettings } from './use-change-settings.ts';

/** Shows what the account is notified of, and its consents to advertising (contract §7). */
export function NoticeSettings() {
  const settings = useQuery(noticeSettingsQuery);
  const known = useKnownProblem(settings);
  const { shown, setChannel, setConsent, problem, savedCount } = useChangeSettings(settings.data);
  if (shown === undefined) {
    if (known) return <LoadError subject="알림 설정" error={known} onRetry={() => void settings.refetch()} />;
    return (
      <div role="status" className="relative">
        <LoadingWords>알림 설정 불러오는 중</LoadingWords>
        <Skeleton className="h-[560px] w-full" />
      </div>
    );
  }
  return (
    <>
      <ChannelTable settings={shown} onChange={(kind, channel, isOn) => void setChannel(kind, channel, isOn)} />
      <MarketingConsents settings={shown} onChange={(consent, isOn) => void setConsent(consent, isOn)} />
      <div aria-live="polite" className="mt-3 min-h-6 text-small text-success">
        {/* The count makes screen readers read the same sentence again. */}
        {savedCount > 0 && !problem && <p key={savedCount}>저장했습니다.</p>}
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </>
  );
}

type TableProps = {
  settings: NoticeSettingsAnswer;
  onChange: (kind: NoticeKind, channel: NoticeChannel, isOn: boolean) => void;
};

function ChannelTable({ settings, onChange }: TableProps) {
  return (
    <>
      <table className="w-full overflow-hidden rounded-card border border-line border-separate border-spacing-0 bg-surface text-small">
        <caption className="sr-only">받을 알림과 수단</caption>
        <thead className="text-ink-500">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-normal sm:px-5">
              알림
            </th>
            {NOTICE_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-14 px-0 py-2 font-normal sm:w-24">
                {CHANNEL_LABELS[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTICE_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="border-line border-t px-4 py-1 text-left font-semibold text-ink-900 sm:px-5">
                {NOTICE_LABELS[kind]}
              </th>
              {NOTICE_CHANNELS.map((channel) => {
                const isFixed = settings.fixed.includes(`${kind}.${channel}`);
                return (
                  <td key={channel} className="border-line border-t p-0 text-center">
                    <label className="mx-auto grid size-11 cursor-pointer place-items-center has-disabled:cursor-not-allowed">
                      <span className="sr-only">
                        {`${NOTICE_LABELS[kind]} ${CHANNEL_LABELS[channel]}${isFixed ? ' (끌 수 없음)' : ''}`}
                      </span>
                      <input
                        type="checkbox"
                        className="size-5 accent-olive-700"
                        checked={isFixed || settings.kinds[kind][channel]}
                        disabled={isFixed}
                        onChange={(event) => onChange(kind, channel, event.target.checked)}
                      />
                    </label>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-pretty text-small text-ink-500">
        결제와 환불 메일은 영수증이므로 항상 보내드립니다. 문자는 카카오톡이 닿지 않을 때 대신 보내드립니다. 알림에는
        주문 번호만 적고 서비스 이름이나 사유는 적지 않습니다.
      </p>
    </>
  );
}
