import { useQuery } from '@tanstack/react-query';
import { FIRM } from '#content/firm.ts';
import { deskSentence } from '#shared/format/desk-sentence.ts';
import { deskQuery } from './api.ts';

/** When an answer comes. Keeps its height before the answer of the server. */
export function OfficeHours({ className = '' }: { className?: string }) {
  const { data } = useQuery(deskQuery);
  return <p className={`min-h-6 text-small ${className}`}>{data && deskSentence(data, FIRM.officeHours)}</p>;
}
