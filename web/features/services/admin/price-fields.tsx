import { useFieldArray, useWatch } from 'react-hook-form';
import { errorWithin } from '#web/admin-kit/error-within.ts';
import { ItemActions, useItemActs } from '#web/admin-kit/item-actions.tsx';
import { MoneyField } from '#web/admin-kit/money/money-field.tsx';
import { AreaField } from '#web/ui/area-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DayField } from '#web/ui/dates/day-field.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { EMPTY_PLAN } from './service-form-values.ts';
import type { ServiceEditor } from './use-service-editor.ts';

type Parts = Pick<ServiceEditor, 'form' | 'field'>;

/** The original price, the plans, and their prices for a period. */
export function PriceFields({ form, field }: Parts) {
  const isScheduled = useWatch({ control: form.control, name: 'scheduled_price.isOn' });
  return (
    <div className="grid gap-4">
      <MoneyField
        control={form.control}
        name="price.original_price"
        label="정가 (원)"
        isOptional
        className="sm:max-w-[320px]"
      />
      <ScheduleFields form={form} field={field} isOn={isScheduled} />
      <PlanFields form={form} field={field} isScheduled={isScheduled} />
    </div>
  );
}

function ScheduleFields({ form, field, isOn }: Parts & { isOn: boolean }) {
  return (
    <div>
      <Checkbox {...field('scheduled_price.isOn')} label="기간을 정해 다른 가격으로 판매합니다." />
      {isOn && (
        <fieldset className="grid gap-3 rounded border border-line p-4 sm:grid-cols-2">
          <legend className="px-1 font-semibold text-ink-900">기간 가격</legend>
          <DayField {...field('scheduled_price.starts_at')} type="datetime-local" label="시작 (한국 시각)" />
          <DayField {...field('scheduled_price.ends_at')} type="datetime-local" label="끝 (한국 시각)" />
          <p className="text-ink-500 sm:col-span-2">
            아래의 옵션마다 기간 가격을 입력합니다. 비워 둔 옵션은 평소 가격 그대로입니다. 기간이 끝나면 저절로 평소
            가격으로 돌아갑니다.
          </p>
          <FieldError id="schedule-error" error={errorWithin(form.formState.errors, 'scheduled_price.plans')} />
        </fieldset>
      )}
    </div>
  );
}

function PlanFields({ form, field, isScheduled }: Parts & { isScheduled: boolean }) {
  const list = useFieldArray({ control: form.control, name: 'price.plans' });
  const { fields, append } = list;
  const { listRef, run } = useItemActs(list);
  return (
    <div ref={listRef} className="grid gap-4">
      {fields.map(({ id }, index) => {
        const path = `price.plans.${index}` as const;
        return (
          <fieldset key={id} data-item className="grid gap-3 rounded border border-line p-4">
            <legend className="px-1 font-semibold text-ink-900">{`옵션 ${index + 1}`}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField {...field(`${path}.name`)} label="옵션 이름" autoComplete="off" />
              <MoneyField control={form.control} name={`${path}.price`} label="가격 (원)" />
              {isScheduled && (
                <MoneyField
                  control={form.control}
                  name={`${path}.scheduled`}
                  label="기간 가격 (원)"
                  isOptional
                  className="sm:col-start-2"
                />
              )}
            </div>
            <AreaField {...field(`${path}.description`)} label="옵션 설명" />
            <ItemActions name={`옵션 ${index + 1}`} index={index} count={fields.length} onAct={run} />
          </fieldset>
        );
      })}
      <FieldError id="plans-error" error={form.formState.errors.price?.plans?.root?.message} />
      <Button
        kind="secondary"
        className="justify-self-start"
        data-act="add"
        onClick={() => append({ ...EMPTY_PLAN }, { focusName: `price.plans.${fields.length}.name` })}
      >
        옵션 추가
      </Button>
    </div>
  );
}
