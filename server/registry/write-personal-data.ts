import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/http/session.ts';
import { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { LongList, OwnConversation } from './feature.ts';
import { FEATURES } from './features.ts';

const LISTS = {
  notices: true,
  logins: true,
  soldiers: true,
  orders: true,
  mails: true,
  conversations: true,
  files: true,
} as const satisfies Record<LongList, true>;
const facts = personalData.omit(LISTS);
const lists = personalData.pick(LISTS).shape;
const conversationHead = lists.conversations.element.omit({ messages: true });
const message = lists.conversations.element.shape.messages.element;

/** Writes the items of a JSON array. Fields that the schema lacks are left out. */
async function* writeItems(schema: z.ZodType, slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '';
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    yield separator + slice.map((item) => JSON.stringify(schema.parse(item))).join(',');
    separator = ',';
  }
}

async function* writeConversations(conversations: AsyncIterable<OwnConversation>): AsyncGenerator<string> {
  let separator = '';
  for await (const { head, messages } of conversations) {
    yield `${separator}${JSON.stringify(conversationHead.parse(head)).slice(0, -1)},"messages":[`;
    yield* writeItems(message, messages);
    yield ']}';
    separator = ',';
  }
}

async function* writeList(name: string, items: AsyncIterable<string>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  yield* items;
  yield ']';
}

/**
 * Writes everything that any feature keeps about the account as JSON (`personalData`), slice by
 * slice, as fast as the client takes it.
 */
export async function* writePersonalData(deps: Deps, actor: Actor): AsyncGenerator<string> {
  const parts = FEATURES.flatMap(({ ownData }) => ownData?.(deps, actor) ?? []);
  const few: object = {};
  for (const { readFacts } of parts) Object.assign(few, await readFacts?.());
  yield JSON.stringify(facts.parse(few)).slice(0, -1);
  for (const part of parts) {
    for (const [name, slices] of Object.entries(part.lists ?? {})) {
      const list = z.keyof(z.object(lists)).parse(name);
      yield* writeList(list, writeItems(lists[list].element, slices));
    }
    if (part.conversations) yield* writeList('conversations', writeConversations(part.conversations));
  }
  yield '}';
}
