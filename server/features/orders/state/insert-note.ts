import type { Trx } from '#server/db/transaction.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';

type NewNote = { orderId: number; authorId: number; text: string; isVisible: boolean };

/** Stores an administrator's note on an order, encrypted. Returns its id. */
export async function insertNote(trx: Trx, seal: Seal, note: NewNote): Promise<number> {
  const id = await nextId(trx, 'order_notes');
  await trx
    .insertInto('order_notes')
    .values({
      id,
      order_id: note.orderId,
      author_id: note.authorId,
      text_sealed: seal(note.text, `order_notes.text_sealed:${id}`),
      is_visible: note.isVisible,
    })
    .execute();
  return id;
}
