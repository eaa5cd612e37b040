import type { AdminMail } from '#shared/features/mails/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { DetailRow, Details } from '#web/ui/details.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MAIL_STATES, mailKindLabel, mailReason } from './mail-texts.ts';

type Props = { mail: AdminMail; isOpen: boolean; onClose: () => void };

/** One mail with all that is kept about it; what it says is not. */
export function MailDialog({ mail, isOpen, onClose }: Props) {
  const { kind, recipient, state, attempts, last_error, created_at, due_at, ended_at } = mail;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={mailKindLabel(kind)}>
      <Details>
        <DetailRow label="상태">{MAIL_STATES[state].label}</DetailRow>
        <DetailRow label="받는 사람">
          <span className="break-all">{recipient}</span>
        </DetailRow>
        {state !== 'sent' && last_error && (
          <DetailRow label="사유">
            <span className="break-words">{mailReason(last_error)}</span>
          </DetailRow>
        )}
        <DetailRow label="시도">{`${attempts}번`}</DetailRow>
        <DetailRow label="등록 일시">{formatDateTime(created_at)}</DetailRow>
        {due_at && <DetailRow label="다음 시도">{formatDateTime(due_at)}</DetailRow>}
        {ended_at && <DetailRow label="끝난 일시">{formatDateTime(ended_at)}</DetailRow>}
      </Details>
    </Dialog>
  );
}
