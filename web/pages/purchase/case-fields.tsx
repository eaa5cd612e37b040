import { FIRM } from '#content/firm.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { isUrgentDay, URGENT_SENTENCE } from '#shared/rules/work/urgent-day.ts';
import type { CaseTexts } from '#web/features/services/application/choice.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { AreaField } from '#web/ui/area-field.tsx';
import { LINK_IN_TEXT } from '#web/ui/button-class.ts';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The longest texts that an order takes (contract §3); the schemas would load zod on this page. */
const MAX_DESCRIPTION = 500;
const MAX_CONTACT_WINDOW = 60;

type Props = { texts: CaseTexts; onChange: (texts: CaseTexts) => void };

/** Shows what the lawyer should know before the first call. All of it is optional. */
export function CaseFields({ texts, onChange }: Props) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-semibold text-ink-900">미리 알려주시면 첫 통화가 빨라집니다</legend>
      <AreaField
        label="무슨 일인가요?"
        isOptional
        maxLength={MAX_DESCRIPTION}
        hint={`지금까지의 경과를 간단히 적어주세요. 병명, 혐의, 주민등록번호는 적지 마세요. (${texts.description.length}/${MAX_DESCRIPTION}자)`}
        value={texts.description}
        onChange={(event) => onChange({ ...texts, description: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DayField
          label="출석일이나 기한"
          isOptional
          hint={URGENT_SENTENCE}
          value={texts.deadline}
          onChange={(event) => onChange({ ...texts, deadline: event.target.value })}
        />
        <TextField
          label="통화 희망 시간"
          isOptional
          maxLength={MAX_CONTACT_WINDOW}
          placeholder="예: 평일 점심시간"
          value={texts.contactWindow}
          onChange={(event) => onChange({ ...texts, contactWindow: event.target.value })}
        />
      </div>
      {isUrgentDay(texts.deadline, koreanDay(serverNow())) && (
        <Notice kind="info">
          남은 날이 얼마 없습니다. 결제를 마치지 않으셨어도 지금 전화해주세요.{' '}
          <a href={`tel:${FIRM.phone}`} className={`${LINK_IN_TEXT} whitespace-nowrap tabular-nums`}>
            {FIRM.phone}
          </a>{' '}
          <span className="whitespace-nowrap">
            (<OfficeTimes />)
          </span>
        </Notice>
      )}
    </fieldset>
  );
}
