import { useQuery } from '@tanstack/react-query';
import { deskSentence } from '#shared/format/desk-sentence.ts';
import { officeHours } from '#shared/rules/work/office-hours.ts';
import { useDeskHours } from '#web/lib/navigation/desk-hours.tsx';
import { deskQuery } from './api.ts';

/** When an answer comes. Keeps its height before the answer of the server. */
export function OfficeHours({ className = '' }: { className?: string }) {
  const { data } = useQuery(deskQuery);
  const hours = useDeskHours();
  return <p className={`min-h-6 text-small ${className}`}>{data && deskSentence(data, officeHours(hours))}</p>;
}
