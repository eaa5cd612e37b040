import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { recordContactBody } from '#shared/features/orders/work-schemas.ts';
import { fromKoreanLocal, toKoreanLocal } from '#shared/format/korean-local.ts';
import { koreanDay, momentOf, nextBusinessDay } from '#shared/rules/business-days.ts';
import { CALL_OUTCOME_LABELS, CALL_OUTCOMES, type CallOutcome } from '#shared/rules/work/calls.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { useAppForm } from '#web/lib/form.ts';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { adminOrderQuery } from './api.ts';
import { useRecordCall } from './use-record-call.ts';

const AT_MESSAGE = '통화한 시각이 올바르지 않습니다.';
const AGAIN_MESSAGE = '다음 전화 시각이 올바르지 않습니다.';

const moment = (message: string) =>
  z
    .string()
    .transform((local) => (local === '' ? null : fromKoreanLocal(local)))
    .pipe(z.iso.datetime({ error: message }).nullable());

const callForm = z
  .object({
    outcome: z.enum(CALL_OUTCOMES),
    at: moment(AT_MESSAGE),
    again_at: moment(AGAIN_MESSAGE),
    note: recordContactBody.shape.note,
  })
  .refine(({ outcome, again_at }) => outcome !== 'call_again' || again_at !== null, {
    path: ['again_at'],
    message: '다시 전화할 시각을 입력해주세요.',
  });

/** Without a number it is read from the order. */
export type CalledOrder = { id: number; name: string; phone: string | null };

type Props = { order: CalledOrder; onClose: () => void };

/** Records the outcome of a call: one press, or the keys 1 to 4 outside of the fields. */
export function CallDialog({ order, onClose }: Props) {
  const record = useRecordCall();
  const known = useQuery({ ...adminOrderQuery(String(order.id)), enabled: order.phone === null });
  const phone = order.phone ?? known.data?.user.phone;
  const first = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState<CallOutcome>();
  const { form, field, submit, problem, isSubmitting } = useAppForm(callForm, {
    defaultValues: { outcome: 'reached', at: '', again_at: '', note: '' },
    onSubmit: async (body) => {
      await record(order.id, body);
      onClose();
    },
  });
  const choose = (outcome: CallOutcome) => {
    if (isSubmitting) return;
    setPressed(outcome);
    form.setValue('outcome', outcome);
    void submit();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return;
    const outcome = /^[1-4]$/.test(event.key) && CALL_OUTCOMES[Number(event.key) - 1];
    if (!outcome) return;
    event.preventDefault();
    choose(outcome);
  };
  const callAgainAt = (at: Date) =>
    form.setValue('again_at', toKoreanLocal(at), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <Dialog isOpen onClose={onClose} title={`통화: ${order.name}`} initialFocus={first}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons within have the same acts */}
      <div onKeyDown={handleKey} className="grid gap-5 text-dense">
        {phone && <PhoneLink phone={phone} />}
        <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          <legend className="mb-2 font-semibold text-ink-900">결과</legend>
          {CALL_OUTCOMES.map((outcome, index) => (
            <Button
              key={outcome}
              ref={index === 0 ? first : undefined}
              kind={index === 0 ? 'primary' : 'secondary'}
              isBusy={isSubmitting && pressed === outcome}
              disabled={isSubmitting}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => choose(outcome)}
              className="whitespace-nowrap px-2"
            >
              {CALL_OUTCOME_LABELS[outcome]}
              <span aria-hidden="true" className="ml-2 text-caption opacity-80">
                {index + 1}
              </span>
            </Button>
          ))}
        </fieldset>
        {problem && <Notice kind="danger">{problem}</Notice>}
        <form onSubmit={(event) => event.preventDefault()} noValidate aria-label="통화 기록" className="grid gap-4">
          <div>
            <DayField
              {...field('again_at')}
              type="datetime-local"
              sentence={AGAIN_MESSAGE}
              label="다음 전화"
              hint="한국 시각입니다."
              isOptional
            />
            <div className="flex flex-wrap gap-x-4">
              <button type="button" className={ADMIN_LINK} onClick={() => callAgainAt(inAnHour())}>
                1시간 뒤
              </button>
              <button type="button" className={ADMIN_LINK} onClick={() => callAgainAt(nextMorning())}>
                다음 근무일 10시
              </button>
            </div>
          </div>
          <AreaField {...field('note')} label="메모" hint="관리자만 봅니다." isOptional />
          <details>
            <summary className="min-h-11 py-2 text-ink-900 md:min-h-9 md:py-1.5">지금이 아닌 통화</summary>
            <DayField {...field('at')} type="datetime-local" sentence={AT_MESSAGE} label="통화한 시각" isOptional />
          </details>
        </form>
        <p className="text-ink-500">통화함만 고객에게 알립니다. 누른 뒤 1분 안에 되돌릴 수 있습니다.</p>
      </div>
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;
const TEN_O_CLOCK = 10 * 60;

function inAnHour(): Date {
  return new Date(serverNow().getTime() + HOUR_MS);
}

function nextMorning(): Date {
  return momentOf(nextBusinessDay(koreanDay(serverNow())), TEN_O_CLOCK);
}
