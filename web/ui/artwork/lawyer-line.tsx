import { Portrait } from './portrait.tsx';

type Props = { lawyer: { name: string; title: string }; portrait: string | undefined };

/** Shows the lawyer of a case: portrait, if there is one, name and title. */
export function LawyerLine({ lawyer, portrait }: Props) {
  return (
    <span className="flex items-center gap-2.5">
      {portrait !== undefined && (
        <Portrait src={portrait} alt="" size={40} isClose className="size-10 shrink-0 rounded-full" />
      )}
      <span>
        담당 <span className="font-semibold text-ink-900">{lawyer.name}</span> {lawyer.title}
      </span>
    </span>
  );
}
