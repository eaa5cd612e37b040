import { Link } from '@tanstack/react-router';
import type { CaseLetter } from '#shared/features/letters/schemas.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { DOCUMENT_TITLES, LETTER_BADGES, turnSentence } from './letter-words.ts';

/** The document that the reader signs, in the case room: how far it is, and the way to it. */
export function LetterCard({ orderId, letter }: { orderId: number; letter: CaseLetter }) {
  const title = DOCUMENT_TITLES[letter.document];
  const { label, kind } = LETTER_BADGES[letter.state];
  const act = letter.is_my_turn ? '읽고 서명하기' : '문서 보기';
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-semibold text-ink-900">{title}</h3>
          <Badge kind={kind}>{label}</Badge>
        </div>
        <p className="mt-1 text-small">{turnSentence(letter)}</p>
      </div>
      <Link
        to="/orders/$orderId/letter"
        params={{ orderId: String(orderId) }}
        aria-label={`${act}: ${title}`}
        className={buttonClass(letter.is_my_turn ? 'primary' : 'secondary')}
      >
        {act}
      </Link>
    </div>
  );
}
