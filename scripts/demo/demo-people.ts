import { LAWYERS } from '#content/lawyers.ts';
import type { Trx } from '#server/db/transaction.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { OrderSoldier } from '#shared/features/orders/schemas.ts';
import { MILITARY_STATUSES, RELATIONSHIPS } from '#shared/rules/soldier.ts';
import { pick, type Random } from './random.ts';

const FAMILY = [...'김이박최정강조윤장임'];
const GIVEN = ['하나', '두리', '세찬', '나라', '다온', '라온', '가람', '마루', '바다', '보람', '새롬', '아람'];
const MEMBERS = 40;
/** The login id of the first member: a database that has it was filled before. */
export const FIRST_MEMBER = 'demo.member01';

export type DemoMember = { id: number; fullname: string; soldiers: { id: number; copy: OrderSoldier }[] };
export type DemoLawyer = { id: number; login: string; fullname: string };
export type DemoPeople = { lawyers: DemoLawyer[]; members: DemoMember[] };

type Making = { random: Random; now: Date; passwordHash: string };

/** Holds what a lawyer of the firm does; the rest is the owner's. */
const PERMISSIONS = ['orders', 'money', 'consultations'] as const;

/** `표본 김하나`: visibly not the name of a person. */
function sampleName(random: Random): string {
  return `표본 ${pick(random, FAMILY)}${pick(random, GIVEN)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

async function addLawyers(trx: Trx, { passwordHash }: Making): Promise<DemoPeople['lawyers']> {
  const lawyers = [];
  for (const [index, { name, title }] of LAWYERS.entries()) {
    const login = `demo.lawyer${index + 1}`;
    const { id } = await trx
      .insertInto('users')
      .values({ user_id: login, fullname: name, role: 'admin', password_hash: passwordHash })
      .returning('users.id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('staff_profiles').values({ user_id: id, name, title }).execute();
    const granted = PERMISSIONS.map((permission) => ({ user_id: id, permission }));
    await trx.insertInto('user_permissions').values(granted).execute();
    lawyers.push({ id, login, fullname: name });
  }
  return lawyers;
}

async function addSoldier(trx: Trx, random: Random, userId: number): Promise<DemoMember['soldiers'][number]> {
  const copy: OrderSoldier = {
    fullname: sampleName(random),
    relationship: pick(random, RELATIONSHIPS),
    military_status: pick(random, MILITARY_STATUSES),
    phone: null,
    email: null,
  };
  const values = { user_id: userId, ...copy };
  const { id } = await trx.insertInto('soldiers').values(values).returning('soldiers.id').executeTakeFirstOrThrow();
  return { id, copy };
}

async function addMember(trx: Trx, { random, now, passwordHash }: Making, number: number): Promise<DemoMember> {
  const fullname = sampleName(random);
  const { id } = await trx
    .insertInto('users')
    .values({
      user_id: `demo.member${twoDigits(number)}`,
      fullname,
      phone: `0100000${twoDigits(number)}${twoDigits(number)}`,
      email: `member${twoDigits(number)}@demo.example`,
      password_hash: passwordHash,
      created_at: new Date(now.getTime() - (90 + number) * DAY_MS),
    })
    .returning('users.id')
    .executeTakeFirstOrThrow();
  const soldiers = [await addSoldier(trx, random, id)];
  if (random() < 0.3) soldiers.push(await addSoldier(trx, random, id));
  return { id, fullname, soldiers };
}

/** The lawyers of `content/lawyers.ts` as administrators, and members with their soldiers. */
export async function addPeople(trx: Trx, making: Making): Promise<DemoPeople> {
  const lawyers = await addLawyers(trx, making);
  const members = [];
  for (let number = 1; number <= MEMBERS; number += 1) members.push(await addMember(trx, making, number));
  return { lawyers, members };
}
