import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import { useReadCase } from '#web/features/casework/admin/use-read-case.ts';
import { ApiError, errorMessage } from '#web/lib/api-error.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { offerLetter, signForFirm, withdrawLetter } from './api.ts';

/** Names the characters that cannot be written, with the field that they are in. */
function toMessage(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== 'LETTER_CHARACTERS') return errorMessage(error);
  return [error.message, ...error.details.map(({ message }) => message)].join(' ');
}

const OFFER = {
  title: '수임계약서 보내기',
  message: '지금 보이는 내용으로 확정합니다. 보낸 뒤에는 고칠 수 없고, 14일 안에 서명받습니다.',
  confirmLabel: '보내기',
};
const WITHDRAW = {
  title: '수임계약서 철회',
  message: '서명을 기다리는 분들이 더 서명할 수 없습니다. 되돌릴 수 없습니다.',
  confirmLabel: '철회',
  isDangerous: true,
};
const SIGN = {
  title: '법무법인 서명',
  message: '내 이름으로 법무법인을 대표해 서명합니다. 되돌릴 수 없습니다.',
  confirmLabel: '서명',
};
const REPLACE = {
  title: '새 초안 만들기',
  message: '서명을 기다리는 문서가 있습니다. 새 초안을 저장하면 그 문서에는 더 서명할 수 없습니다.',
  confirmLabel: '계속',
};

type Props = { orderId: number; letter: AdminLetter; mayBegin: boolean; onWrite: () => void };

/** The acts that the letter's state allows. */
export function LetterActs({ orderId, letter: { state, waits_for }, mayBegin, onWrite }: Props) {
  const readCase = useReadCase();
  const { isBusy, problem, run } = useAction({ toMessage });
  const act = async (question: typeof OFFER, action: (id: number) => Promise<unknown>) => {
    if (!(await confirm(question))) return;
    await run(async () => {
      await action(orderId);
      await readCase();
    });
  };
  const isOpen = state === 'offered' || state === 'signed_by_client';
  const begin = async () => {
    if (!isOpen || (await confirm(REPLACE))) onWrite();
  };
  const isFirmsTurn = state === 'signed_by_client' && !waits_for.includes('guardian');
  const mayWithdraw = state === 'draft' || isOpen || (state === 'signed_by_firm' && waits_for.length > 0);
  const button = (label: string, onClick: () => unknown, kind: 'primary' | 'secondary' | 'danger' = 'secondary') => (
    <Button kind={kind} isBusy={isBusy} onClick={() => void onClick()} className="md:min-h-9 md:px-4">
      {label}
    </Button>
  );
  return (
    <>
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        {state === 'draft' && button('보내기', () => act(OFFER, offerLetter), 'primary')}
        {state === 'draft' && button('초안 고치기', onWrite)}
        {isFirmsTurn && button('법무법인 서명하기', () => act(SIGN, signForFirm), 'primary')}
        {mayBegin && button('새 초안 만들기', begin)}
        {mayWithdraw && button('철회', () => act(WITHDRAW, withdrawLetter), 'danger')}
      </div>
    </>
  );
}
