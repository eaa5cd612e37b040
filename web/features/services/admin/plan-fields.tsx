import { useFieldArray } from 'react-hook-form';
import { AreaField } from '#web/features/admin-kit/area-field.tsx';
import { ItemActions, useItemActs } from '#web/features/admin-kit/item-actions.tsx';
import { wonOf } from '#web/features/admin-kit/won-of.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ServiceEditor } from './use-service-editor.ts';

/** The plans of a service. */
export function PlanFields({ form, field }: Pick<ServiceEditor, 'form' | 'field'>) {
  const list = useFieldArray({ control: form.control, name: 'price.plans' });
  const { fields, append } = list;
  const { listRef, run } = useItemActs(list);
  return (
    <div ref={listRef} className="grid gap-4">
      {fields.map(({ id }, index) => {
        const path = `price.plans.${index}` as const;
        return (
          <fieldset key={id} className="grid gap-3 rounded border border-line p-4">
            <legend className="px-1 font-semibold text-ink-900">{`옵션 ${index + 1}`}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField {...field(`${path}.name`)} label="옵션 이름" autoComplete="off" />
              <TextField
                {...form.register(`${path}.price`, { setValueAs: wonOf })}
                error={field(`${path}.price`).error}
                label="가격 (원)"
                inputMode="numeric"
                autoComplete="off"
              />
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
        onClick={() => append({ name: '', price: null, description: '' })}
      >
        옵션 추가
      </Button>
    </div>
  );
}
