import { useEffect, useRef } from 'react';
import type { AdminLetter, SealProblem } from '#shared/features/letters/schemas.ts';
import { download } from '#web/admin-kit/download.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SEAL_SENTENCES } from '../letter-words.ts';
import { evidenceUrlForAdmin, pdfUrlForAdmin, retrySeal } from './api.ts';

/** The file is made within seconds; each look at the case is in the audit log. */
const CHECK_MS = 3000;
const MAX_CHECKS = 5;

const PROBLEMS: Record<SealProblem, string> = {
  font: '문서의 글꼴에 없는 글자가 있어 파일을 만들지 못했습니다.',
  key: '봉인 열쇠(LETTER_KEY)나 그 비밀번호를 쓸 수 없습니다.',
  stamp: '시각을 증명하는 서비스(LETTER_TSA_URL)가 답하지 않거나 거절했습니다.',
  other: '파일을 만들거나 봉인하다가 멈췄습니다. 로그에 까닭이 있습니다.',
};

type Props = { orderId: number; letter: Pick<AdminLetter, 'has_pdf' | 'seal' | 'sealing'> };

/** The finished file, or how far its seal is, with the reason and another try where it failed. */
export function SealState({ orderId, letter: { has_pdf, seal, sealing } }: Props) {
  const readCase = useReadCase();
  const { isBusy, problem, run } = useAction();
  const isBeingMade = sealing?.failures === 0;
  const look = useRef(readCase);
  look.current = readCase;
  useEffect(() => {
    if (!isBeingMade) return;
    let checks = 0;
    const timer = setInterval(() => {
      checks += 1;
      void look.current();
      if (checks === MAX_CHECKS) clearInterval(timer);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [isBeingMade]);
  if (has_pdf && seal) {
    return (
      <div className="grid gap-2">
        <p className="text-ink-900">{SEAL_SENTENCES[seal]}</p>
        {problem && <Notice kind="danger">{problem}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" isBusy={isBusy} onClick={() => void run(() => download(pdfUrlForAdmin(orderId)))}>
            PDF 내려받기
          </Button>
          <Button
            kind="secondary"
            isBusy={isBusy}
            onClick={() => void run(() => download(evidenceUrlForAdmin(orderId)))}
          >
            서명 기록 내려받기
          </Button>
        </div>
      </div>
    );
  }
  if (!sealing) return null;
  const { failures, problem: reason } = sealing;
  const retry = () =>
    run(async () => {
      await retrySeal(orderId);
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      await readCase();
    });
  if (isBeingMade) return <Notice kind="info">모두 서명했습니다. 파일을 만들고 있습니다.</Notice>;
  return (
    <div className="grid justify-items-start gap-2">
      <Notice kind="danger">
        {`봉인하지 못했습니다(${failures}번). ${PROBLEMS[reason ?? 'other']} 1분마다 다시 시도합니다.`}
      </Notice>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Button kind="secondary" isBusy={isBusy} onClick={() => void retry()}>
        다시 봉인하기
      </Button>
    </div>
  );
}
