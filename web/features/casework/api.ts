import * as caseCalls from '#shared/features/casework/calls.ts';
import * as paperCalls from '#shared/features/casework/paper-calls.ts';
import { send, urlOf } from '#web/lib/send.ts';

export const addPaperFiles = (id: number, paperId: number, attachmentIds: number[]) =>
  send(paperCalls.addFiles, { params: { id, paperId }, body: { attachment_ids: attachmentIds } });

/** Address of the deadlines as a file for the own calendar. */
export const deadlinesFileUrl = (id: number) => urlOf(caseCalls.getDeadlinesFile, { params: { id } });
