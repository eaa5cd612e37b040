import { type ReactNode, useId, useState } from 'react';
import { get, useFieldArray, useWatch } from 'react-hook-form';
import type { SectionType } from '#shared/features/services/sections/schemas.ts';
import { DragHandle } from '#web/admin-kit/drag-handle.tsx';
import { ItemActions, useItemActs } from '#web/admin-kit/item-actions.tsx';
import { useDragOrder } from '#web/admin-kit/use-drag-order.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { emptySection, isSectionType, SECTION_KINDS, sectionSummary } from './sections/section-kinds.ts';
import type { ServiceEditor } from './use-service-editor.ts';

const OPTIONS = Object.entries(SECTION_KINDS).map(([value, { label }]) => ({ value, label }));

type Parts = Pick<ServiceEditor, 'form' | 'field'>;

/**
 * The sections of the description in their order, each folded to one line. They move by their
 * handle, by arrow keys on it, and by buttons.
 */
export function SectionFields({ form, field }: Parts) {
  const list = useFieldArray({ control: form.control, name: 'description.sections' });
  const { fields, append, move } = list;
  const { listRef, run } = useItemActs(list);
  const [type, setType] = useState<SectionType>('title');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  /** The last section when one was added: the new one has its id only in the next rendering. */
  const [addedBehind, setAddedBehind] = useState<{ id: string | undefined }>();
  const drag = useDragOrder(fields, (ids, movedId) =>
    move(
      fields.findIndex(({ id }) => id === movedId),
      ids.indexOf(movedId),
    ),
  );
  const open = (ids: readonly string[]) => setOpened((before) => new Set([...before, ...ids]));
  const toggle = (id: string) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const lastId = fields.at(-1)?.id;
  if (addedBehind && lastId !== undefined && lastId !== addedBehind.id) {
    setAddedBehind(undefined);
    open([lastId]);
  }
  const hasErrors = (_: unknown, index: number) =>
    get(form.formState.errors, `description.sections.${index}`) !== undefined;
  // A section with an error opens, and stays open once it is corrected.
  const folded = fields.filter(hasErrors).filter(({ id }) => !opened.has(id));
  if (folded.length > 0) open(folded.map(({ id }) => id));
  const handleAdd = () => {
    setAddedBehind({ id: lastId });
    append(emptySection(type));
  };
  return (
    <div ref={listRef} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {drag.shown.map((section) => {
          const index = fields.findIndex(({ id }) => id === section.id);
          const name = `${index + 1}번 섹션`;
          const { Editor } = SECTION_KINDS[section.type];
          return (
            <SectionItem
              key={section.id}
              name={name}
              type={section.type}
              isHeld={drag.held === section.id}
              isOpen={opened.has(section.id)}
              onToggle={() => toggle(section.id)}
              summary={<SectionLine form={form} index={index} />}
              handle={
                <DragHandle
                  label={`${name}, 끌거나 위아래 화살표 키로 옮기기`}
                  isHeld={drag.held === section.id}
                  {...drag.handleProps(section.id)}
                />
              }
            >
              <Editor form={form} field={field} path={`description.sections.${index}`} />
              <ItemActions name={name} index={index} count={fields.length} onAct={run} />
            </SectionItem>
          );
        })}
      </ol>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="추가할 섹션"
          options={OPTIONS}
          value={type}
          onChange={({ target }) => isSectionType(target.value) && setType(target.value)}
          className="min-w-[160px]"
        />
        <Button kind="secondary" data-act="add" onClick={handleAdd}>
          섹션 추가
        </Button>
      </div>
    </div>
  );
}

/** Shows what the section says, in one line. */
function SectionLine({ form, index }: Pick<Parts, 'form'> & { index: number }) {
  const section = useWatch({ control: form.control, name: `description.sections.${index}` });
  return <>{section && sectionSummary(section)}</>;
}

type ItemProps = {
  name: string;
  type: SectionType;
  isHeld: boolean;
  isOpen: boolean;
  onToggle: () => void;
  summary: ReactNode;
  handle: ReactNode;
  children: ReactNode;
};

function SectionItem({ name, type, isHeld, isOpen, onToggle, summary, handle, children }: ItemProps) {
  const id = useId();
  return (
    <li data-item className={`rounded border bg-surface ${isHeld ? 'border-olive-700 shadow-float' : 'border-line'}`}>
      <fieldset aria-label={`${name} (${SECTION_KINDS[type].label})`} className="min-w-0">
        <div className="flex items-center gap-1 pr-1">
          {handle}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            className="flex min-h-11 min-w-0 grow items-center gap-2 text-left md:min-h-10"
          >
            <span className="shrink-0 text-ink-500 tabular-nums">{name}</span>
            <Badge kind="olive">{SECTION_KINDS[type].label}</Badge>
            <span className="min-w-0 truncate text-ink-900">{summary}</span>
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className={`ml-auto size-5 shrink-0 fill-none stroke-current text-ink-700 ${isOpen ? 'rotate-180' : ''}`}
              strokeWidth="1.75"
            >
              <path d="m6 9 6 6 6-6" />
            </svg>
          </button>
        </div>
        <div id={id} hidden={!isOpen} className="border-line border-t p-4">
          <div className="grid gap-3">{children}</div>
        </div>
      </fieldset>
    </li>
  );
}
