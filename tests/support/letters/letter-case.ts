import type { AdminLetter, Letter, PayerSheet } from '#shared/features/letters/schemas.ts';
import type { TestApp } from '../app/app.ts';
import type { Client } from '../app/client.ts';
import type { User } from '../app/factories.ts';
import { type Person, proveIdentity } from '../payments/identity.ts';

export const LETTER = { scope: '징계 항고서 작성과 제출', fee: 550_000, terms: '' };

/** A person who signs, with a browser. */
export type Signer = { user: User; client: Client; person: Person };

export type LetterCase = Awaited<ReturnType<typeof buildLetterCase>>;

let made = 0;

async function buildSigner(shop: TestApp, name: string): Promise<Signer> {
  made += 1;
  const user = await shop.buildUser({ fullname: name, phone: `010${String(50_000_000 + made)}` });
  const client = await shop.client().as(user);
  await client.get('/api/csrf-token');
  return { user, client, person: { name, phone: user.phone, birth: '1999-01-31' } };
}

type Options = { relationship?: '자녀' | '본인'; names?: { client: string; payer: string }; scope?: string };

/** Builds a paid order with a draft of its letter; the client has joined and consented. */
export async function buildLetterCase(
  shop: TestApp,
  staffClient: Client,
  { relationship = '자녀', names = { client: '김본보기', payer: '이본보기' }, scope = LETTER.scope }: Options = {},
) {
  const isSelf = relationship === '본인';
  const client = await buildSigner(shop, names.client);
  const payer = isSelf ? client : await buildSigner(shop, names.payer);
  const soldier = await shop.buildSoldier({ user: payer.user, fullname: names.client, relationship });
  const { id: orderId } = await shop.buildOrder({ user: payer.user, soldier, status: 'confirmed' });
  const given_at = shop.clock.now();
  const join = (user: User, role: 'client' | 'guardian') =>
    shop.db
      .insertInto('participants')
      .values({ order_id: orderId, role, state: 'joined', user_id: user.id, joined_at: given_at })
      .execute();
  if (!isSelf) await join(client.user, 'client');
  await shop.db
    .insertInto('case_consents')
    .values({ order_id: orderId, user_id: client.user.id, kind: 'sensitive', version: '1', given_at })
    .execute();

  const path = (act = '') => `/api/orders/${orderId}/letter${act && `/${act}`}`;
  const read = async (who: Signer) => (await who.client.get(path())).json<Letter>();
  const readAsPayer = async () => (await payer.client.get(path())).json<{ payer_sheet: PayerSheet }>();
  const staff = (act: string, body: object = {}, method: 'POST' | 'PUT' = 'POST') => {
    const url = `/api/admin/orders/${orderId}/letter${act && `/${act}`}`;
    return method === 'PUT' ? staffClient.put(url, body) : staffClient.post(url, body);
  };
  const drafted = await staff('', { ...LETTER, scope });
  if (drafted.statusCode !== 201) throw new Error(drafted.body);

  return {
    orderId,
    client,
    payer,
    path,
    read,
    readAsPayer,
    staff,
    async addGuardian(): Promise<Signer> {
      const guardian = await buildSigner(shop, '박보호');
      await join(guardian.user, 'guardian');
      return guardian;
    },
    async offer(): Promise<AdminLetter> {
      const offered = await staff('offer');
      if (offered.statusCode !== 200) throw new Error(offered.body);
      return offered.json<AdminLetter>();
    },
    /** A body that signs what the person is shown, with an identity check that is finished. */
    async signing(who: Signer) {
      const isPayer = who.user.id === payer.user.id && !isSelf;
      const shown = isPayer ? (await readAsPayer()).payer_sheet : await read(who);
      const started = await who.client.post('/api/auth/identity');
      const { authentication_id } = started.json<{ authentication_id: string }>();
      return {
        letter_id: shown.id,
        sha256: shown.sha256 ?? '',
        consent: shown.consent_text,
        name: who.person.name,
        authentication_id,
        receipt_id: await proveIdentity(shop.url, authentication_id, who.person),
        client_id: crypto.randomUUID(),
      };
    },
  };
}
