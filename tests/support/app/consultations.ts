import { randomUUID } from 'node:crypto';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import type { Conversation, Message, OpenConversationBody } from '#shared/features/consultations/schemas.ts';
import type { AdminFixture } from './admin.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import type { User } from './factories.ts';

/** A customer at a browser. */
export type CustomerFixture = { user: User; client: Client };

export async function buildCustomer(shop: TestApp, wishes: Parameters<TestApp['buildUser']>[0] = {}) {
  const user = await shop.buildUser(wishes);
  const client = await shop.client().as(user);
  // Fetched now, so that calls made at once do not each fetch one.
  await client.get('/api/csrf-token');
  return { user, client };
}

function expectStatus<Body>(response: Awaited<ReturnType<Client['get']>>, ...statuses: number[]): Body {
  if (!statuses.includes(response.statusCode)) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<Body>();
}

export async function openConversation(
  { client }: CustomerFixture,
  wishes: Partial<OpenConversationBody> = {},
): Promise<Conversation> {
  const body = { subject: '징계 항고 문의', text: '안녕하세요', client_id: randomUUID(), ...wishes };
  return expectStatus(await client.post('/api/consultations', body), 201);
}

export async function say({ client }: CustomerFixture, id: number, text: string, more: object = {}): Promise<Message> {
  const body = { client_id: randomUUID(), text, ...more };
  return expectStatus(await client.post(`/api/consultations/${id}/messages`, body), 201, 200);
}

export async function answer({ client }: AdminFixture, id: number, text: string, more: object = {}): Promise<Message> {
  const body = { client_id: randomUUID(), text, ...more };
  return expectStatus(await client.post(`/api/admin/consultations/${id}/messages`, body), 201, 200);
}

export const writeNote = (admin: AdminFixture, id: number, text: string, more: object = {}) =>
  answer(admin, id, text, { kind: 'note', ...more });

export async function readConversation({ client }: CustomerFixture, id: number): Promise<Conversation> {
  return expectStatus(await client.get(`/api/consultations/${id}`), 200);
}

export async function readAsAdmin({ client }: AdminFixture, id: number): Promise<AdminConversationDetail> {
  return expectStatus(await client.get(`/api/admin/consultations/${id}`), 200);
}

export async function readThread({ client }: CustomerFixture, id: number, query = ''): Promise<Message[]> {
  return expectStatus(await client.get(`/api/consultations/${id}/messages${query}`), 200);
}

export async function readEntries({ client }: AdminFixture, id: number, query = ''): Promise<Message[]> {
  return expectStatus(await client.get(`/api/admin/consultations/${id}/messages${query}`), 200);
}

/** Changes a conversation as an administrator, at its present version. */
export async function change(admin: AdminFixture, id: number, changes: object) {
  const { version } = await readAsAdmin(admin, id);
  return admin.client.put(`/api/admin/consultations/${id}`, { ...changes, version });
}
