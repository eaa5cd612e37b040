import type { CaseTexts } from '#web/features/services/application/choice.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The longest texts that an order takes (contract §3); the schemas would load zod on this page. */
const MAX_DESCRIPTION = 500;
const MAX_CONTACT_WINDOW = 60;

type Props = { texts: CaseTexts; onChange: (texts: CaseTexts) => void };

/** What the lawyer should know before the first call. All of it is optional. */
export function CaseFields({ texts, onChange }: Props) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 font-semibold text-ink-900">미리 알려주시면 첫 통화가 빨라집니다</legend>
      <AreaField
        label="무슨 일인가요?"
        isOptional
        maxLength={MAX_DESCRIPTION}
        hint={`지금까지의 경과를 간단히 적어주세요. 주민등록번호는 적지 마세요. (${texts.description.length}/${MAX_DESCRIPTION}자)`}
        value={texts.description}
        onChange={(event) => onChange({ ...texts, description: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DayField
          label="출석일이나 기한"
          isOptional
          value={texts.deadline}
          onChange={(event) => onChange({ ...texts, deadline: event.target.value })}
        />
        <TextField
          label="통화 희망 시간"
          isOptional
          maxLength={MAX_CONTACT_WINDOW}
          placeholder="예: 평일 18시 이후"
          value={texts.contactWindow}
          onChange={(event) => onChange({ ...texts, contactWindow: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
