import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { cardPrice } from '#shared/rules/price.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { errorWithin } from '#web/admin-kit/error-within.ts';
import { useDeferUntilClick } from '#web/lib/navigation/defer-until-click.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import { adminServicesQuery } from '../../api.ts';
import type { ServiceEditor } from '../../use-service-editor.ts';

type Props = Pick<ServiceEditor, 'form'> & { path: `description.sections.${number}` };

/** The services of a table, picked by name; in the order in which the shop shows them. */
export function ChildServicesField({ form, path }: Props) {
  const { field } = useController({ control: form.control, name: `${path}.serviceIds` });
  const deferUntilClick = useDeferUntilClick();
  const { data: services } = useQuery(adminServicesQuery);
  const ids: readonly number[] = field.value;
  const find = (id: number) => services?.find((service) => service.id === id);
  const others = services?.filter(({ id }) => !ids.includes(id)) ?? [];
  const titleOf = (id: number) => find(id)?.title ?? `없는 서비스 (번호 ${id})`;
  const moveUp = (index: number) =>
    field.onChange([...ids].toSpliced(index, 1).toSpliced(index - 1, 0, ...ids.slice(index, index + 1)));
  return (
    <div className="grid gap-3">
      {ids.length > 0 && (
        <ol aria-label="하위 서비스" className="grid gap-1">
          {ids.map((id, index) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 rounded border border-line px-3 py-1">
              <span className="min-w-0 grow text-ink-900">{titleOf(id)}</span>
              {find(id)?.is_hidden && <Badge kind="quiet">숨김</Badge>}
              {services && !find(id) && <Badge kind="danger">삭제됨</Badge>}
              <span className="text-ink-700 tabular-nums">{cardPrice(find(id)?.price ?? {})}</span>
              <span className="flex gap-1">
                <Button
                  kind="secondary"
                  className="md:min-h-8 md:px-2"
                  disabled={index === 0}
                  aria-label={`${titleOf(id)} 위로`}
                  onClick={() => moveUp(index)}
                >
                  위로
                </Button>
                <Button
                  kind="secondary"
                  className="md:min-h-8 md:px-2"
                  aria-label={`${titleOf(id)} 빼기`}
                  onClick={() => field.onChange(ids.filter((other) => other !== id))}
                >
                  빼기
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <Field label="하위 서비스 추가" error={errorWithin(form.formState.errors, `${path}.serviceIds`)}>
        {(control) => (
          <select
            {...control}
            ref={field.ref}
            value=""
            // Showing an error while a button is pressed would move the button away from its click.
            onBlur={() => deferUntilClick(field.onBlur)}
            onChange={({ target }) => field.onChange([...ids, Number(target.value)])}
            className={CONTROL_CLASS}
          >
            <option value="">서비스를 선택해주세요</option>
            {SERVICE_CATEGORIES.map((category) => (
              <optgroup key={category} label={serviceCategoryLabel(category)}>
                {others
                  .filter((service) => service.category === category)
                  .map(({ id, title, is_hidden }) => (
                    <option key={id} value={id}>
                      {is_hidden ? `${title} (숨김)` : title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
