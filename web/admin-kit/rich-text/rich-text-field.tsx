import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { useDeferUntilClick } from '#web/lib/navigation/defer-until-click.ts';
import { Field, type FieldTexts } from '#web/ui/field.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The editor is large: only pages with such a field load it. */
const RichTextEditor = latePart(async () => (await import('./rich-text-editor.tsx')).RichTextEditor, {
  pending: <Skeleton className="h-[172px] w-full" />,
  says: 'in place',
});

type Props<Values extends FieldValues, Output> = Omit<FieldTexts, 'error'> & {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, string>;
};

/** A text with emphasis, lists and links, as part of a form. */
export function RichTextField<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { control, name, label, hint, isOptional = false } = props;
  const { field, fieldState } = useController({ control, name });
  const deferUntilClick = useDeferUntilClick();
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} isOptional={isOptional}>
      {(described) => (
        <RichTextEditor
          {...described}
          label={label}
          value={field.value}
          onChange={field.onChange}
          // Showing an error while a button is pressed would move the button away from its click.
          onBlur={() => deferUntilClick(field.onBlur)}
        />
      )}
    </Field>
  );
}
