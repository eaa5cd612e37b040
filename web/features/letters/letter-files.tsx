import { Link } from '@tanstack/react-router';
import type { Letter } from '#shared/features/letters/schemas.ts';
import { buttonClass, TEXT_LINK } from '#web/ui/button-class.ts';
import { InAppHint } from '#web/ui/in-app/in-app-hint.tsx';
import { evidenceUrl, pdfUrl } from './api.ts';
import { SEAL_SENTENCES } from './letter-words.ts';

/** The finished file with its evidence; whether it is sealed is said. */
export function LetterFiles({ orderId, seal }: { orderId: number } & Pick<Letter, 'seal'>) {
  return (
    <section aria-labelledby="files-heading">
      <h2 id="files-heading" className="text-h3 text-ink-900">
        완성된 문서
      </h2>
      {seal && <p className="mt-2 text-small">{SEAL_SENTENCES[seal]}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <a href={pdfUrl(orderId)} download={`letter-${orderId}.pdf`} className={buttonClass('primary')}>
          PDF 내려받기
        </a>
        <a href={evidenceUrl(orderId)} download={`letter-${orderId}.json`} className={buttonClass('secondary')}>
          서명 기록 내려받기
        </a>
      </div>
      <InAppHint className="mt-3 text-small">이 앱 안에서는 파일이 저장되지 않을 수 있습니다.</InAppHint>
      <Link to="/orders/$orderId/letter/check" params={{ orderId: String(orderId) }} className={`${TEXT_LINK} mt-1`}>
        가지고 있는 파일이 원본과 같은지 확인
      </Link>
    </section>
  );
}
