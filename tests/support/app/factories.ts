import type { Insertable, Selectable } from 'kysely';
import type { OrdersTable, ServicesTable, SoldiersTable, UsersTable } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import { newToken, readableCode } from '#server/lib/tokens.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { ServiceDescription } from '#shared/features/services/schemas.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { Plan } from '#shared/rules/price.ts';

export type User = Selectable<UsersTable>;
export type SoldierRow = Selectable<SoldiersTable>;
export type ServiceRow = Selectable<ServicesTable>;
export type OrderRow = Selectable<OrdersTable>;

type OwnColumns =
  | 'user_id'
  | 'fullname'
  | 'phone'
  | 'phone_verified'
  | 'email'
  | 'role'
  | 'is_active'
  | 'military_status';
type UserOverrides = Partial<Pick<User, OwnColumns>> & {
  /** Of an administrator; the owner's when left out. */
  permissions?: readonly Permission[];
  /** No password by default, because hashing is slow. */
  password?: string;
};
type SoldierOverrides = Partial<Omit<Insertable<SoldiersTable>, 'user_id'>> & { user?: Pick<User, 'id'> };
type ServiceOverrides = Partial<Omit<Insertable<ServicesTable>, 'price' | 'description'>> & {
  /** `null` for plans that were never set. */
  plans?: readonly Plan[] | null;
  originalPrice?: number;
  description?: ServiceDescription;
};
type OrderOverrides = {
  status?: OrderStatus;
  user?: Pick<User, 'id'>;
  soldier?: SoldierRow | null;
  service?: Pick<ServiceRow, 'id' | 'title' | 'category'>;
  price?: number;
  createdAt?: Date;
};

export const PLAN: Plan = { name: '기본', price: 350_000, description: '한 건' };

/** Builds rows for tests, including required rows that were not given. */
export type Factories = {
  buildUser: (overrides?: UserOverrides) => Promise<User>;
  buildSoldier: (overrides?: SoldierOverrides) => Promise<SoldierRow>;
  buildService: (overrides?: ServiceOverrides) => Promise<ServiceRow>;
  /** A confirmed order has a payment; others have none. */
  buildOrder: (overrides?: OrderOverrides) => Promise<OrderRow>;
};

function buildUser(db: Db) {
  return async ({ password, permissions, ...wishes }: UserOverrides = {}): Promise<User> => {
    const user = await db
      .insertInto('users')
      .values({
        user_id: `user.${readableCode(10)}`,
        fullname: '홍길동',
        phone: '01012345678',
        email: 'buyer@example.com',
        password_hash: password === undefined ? null : await hashPassword(password),
        ...wishes,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const granted = user.role === 'admin' ? (permissions ?? ['owner']) : [];
    for (const permission of granted) {
      await db.insertInto('user_permissions').values({ user_id: user.id, permission }).execute();
    }
    return user;
  };
}

function buildService(db: Db) {
  return ({ plans = [PLAN], originalPrice, description, ...wishes }: ServiceOverrides = {}): Promise<ServiceRow> =>
    db
      .insertInto('services')
      .values({
        title: `상담 ${readableCode(6)}`,
        category: 'during',
        price: JSON.stringify({
          ...(originalPrice !== undefined && { original_price: originalPrice }),
          ...(plans !== null && { plans }),
        }),
        description: JSON.stringify(description ?? { sections: [] }),
        ...wishes,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
}

async function insertOrder(
  db: Db,
  order: Omit<Insertable<OrdersTable>, 'order_number' | 'selected_plan'> & { status: OrderStatus },
): Promise<OrderRow> {
  const inserted = await db
    .insertInto('orders')
    .values({ order_number: `20261121-${readableCode(8)}`, selected_plan: PLAN.name, ...order })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('order_events')
    .values({ order_id: inserted.id, status: order.status, note: '주문을 접수했습니다.', actor: 'customer' })
    .execute();
  await db
    .insertInto('participants')
    .values({
      order_id: inserted.id,
      role: 'payer',
      state: 'joined',
      user_id: order.user_id,
      joined_at: inserted.created_at,
    })
    .execute();
  if (order.status === 'confirmed') {
    await db
      .insertInto('payment_attempts')
      .values({
        order_id: inserted.id,
        receipt_id: `receipt-${newToken().slice(0, 12)}`,
        state: 'paid',
        lease_until: inserted.created_at,
        amount: order.price,
        method: '카드',
        paid_at: inserted.created_at,
      })
      .execute();
  }
  return inserted;
}

/** Creates the factories for one database; `show` is called behind each service, so that the app sells it. */
export function createFactories(db: Db, show = async (): Promise<void> => {}): Factories {
  const makeUser = buildUser(db);
  const insertService = buildService(db);
  const makeService: Factories['buildService'] = async (overrides) => {
    const service = await insertService(overrides);
    await show();
    return service;
  };
  const makeSoldier: Factories['buildSoldier'] = async ({ user, ...wishes } = {}) =>
    db
      .insertInto('soldiers')
      .values({
        user_id: (user ?? (await makeUser())).id,
        fullname: '김본보기',
        relationship: '자녀',
        military_status: '복무 중',
        phone: '01098765432',
        email: null,
        ...wishes,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  return {
    buildUser: makeUser,
    buildService: makeService,
    buildSoldier: makeSoldier,
    async buildOrder({ status = 'pending', user, soldier, service, price = PLAN.price, createdAt } = {}) {
      const owner = user ?? (await makeUser());
      const forWhom = soldier === undefined ? await makeSoldier({ user: owner }) : soldier;
      const sold = service ?? (await makeService());
      const copy = forWhom && {
        fullname: forWhom.fullname,
        relationship: forWhom.relationship,
        military_status: forWhom.military_status,
        phone: forWhom.phone,
        email: forWhom.email,
      };
      return insertOrder(db, {
        user_id: owner.id,
        soldier_id: forWhom?.id ?? null,
        service_id: sold.id,
        service_title: sold.title,
        category: sold.category,
        price,
        paid_price: status === 'confirmed' ? price : 0,
        status,
        soldier: copy ? JSON.stringify(copy) : null,
        ...(createdAt && { created_at: createdAt }),
      });
    },
  };
}
