import { TextField } from '#web/ui/text-field.tsx';
import type { EditorProps } from './section-kind.ts';

/** The one line of a title or heading. */
export function ContentField({ field, path }: EditorProps) {
  return <TextField {...field(`${path}.content`)} label="내용" autoComplete="off" />;
}
