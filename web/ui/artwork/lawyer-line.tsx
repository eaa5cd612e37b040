import { Portrait } from './portrait.tsx';

type Props = { lawyer: { name: string; title: string }; face: string | undefined; isPlanned?: boolean };

/** Shows the lawyer of a case, or the one who is to get it: face, if there is a picture, name and title. */
export function LawyerLine({ lawyer, face, isPlanned = false }: Props) {
  return (
    <span className="flex items-center gap-2.5">
      {face !== undefined && <Portrait src={face} alt="" size={40} className="size-10 shrink-0 rounded-full" />}
      <span>
        {isPlanned ? '배정 예정' : '담당'} <span className="font-semibold text-ink-900">{lawyer.name}</span>{' '}
        {lawyer.title}
      </span>
    </span>
  );
}
