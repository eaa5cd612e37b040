import type { LightMyRequestResponse } from 'fastify';
import type { AuditEntry } from '#shared/features/audit/schemas.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import type { User } from './factories.ts';

/** An administrator with a browser. */
export type AdminFixture = {
  user: User;
  client: Client;
  /** Reads this administrator's entries of the audit log, newest first. */
  audit: (action?: string) => Promise<AuditEntry[]>;
};

export async function buildAdmin(shop: TestApp): Promise<AdminFixture> {
  const user = await shop.buildUser({ role: 'admin', fullname: '관리자' });
  const client = await shop.client().as(user);
  // Fetch the token now, so that concurrent calls do not each fetch one.
  await client.get('/api/csrf-token');
  return {
    user,
    client,
    async audit(action = '') {
      const query = new URLSearchParams({ actor: user.user_id, action });
      return (await client.get(`/api/admin/audit?${query}`)).json();
    },
  };
}

/** Returns the URL of the next page from its header; undefined on the last page. */
export function nextPage(response: LightMyRequestResponse): string | undefined {
  const { link } = response.headers;
  return typeof link === 'string' ? /^<([^>]+)>; rel="next"$/.exec(link)?.[1] : undefined;
}

/** Reads all pages of a list. */
export async function readPages<Row>(client: Client, url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = url; next !== undefined; ) {
    const response: LightMyRequestResponse = await client.get(next);
    if (response.statusCode !== 200) throw new Error(`${next}: ${response.statusCode} ${response.body}`);
    rows.push(...response.json<Row[]>());
    next = nextPage(response);
  }
  return rows;
}
