import * as paperCalls from '#shared/features/casework/paper-calls.ts';
import { send } from '#web/lib/send.ts';

export const addPaperFiles = (id: number, paperId: number, attachmentIds: number[]) =>
  send(paperCalls.addFiles, { params: { id, paperId }, body: { attachment_ids: attachmentIds } });
