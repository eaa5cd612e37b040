import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import type { User } from '#tests/support/app/factories.ts';
import { picture } from '#tests/support/app/pictures.ts';
import { enrolTotp, totpCode } from '#tests/support/factors/second-factor.ts';
import type { Engine } from './drivers/engine.ts';
import { type EnginePage, pageOf } from './page.ts';

const PLAN = '항고 대리';
const PASSWORD = 'a good secret 12';
const STEP_MS = 30_000;

/** The tests of one engine, left out where it is not installed. */
export function describeFlows(name: string, start: () => Promise<Engine>, isInstalled: boolean): void {
  describe.skipIf(!isInstalled)(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-engines-'));
    let shop: TestApp;
    let engine: Engine;
    beforeAll(async () => {
      shop = await startTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
      engine = await start();
    }, 120_000);
    afterAll(async () => {
      await engine?.close();
      await shop?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const visit = async (width: number): Promise<EnginePage> => pageOf(await engine.visit(width));

    let made = 0;
    /** A login id that no try of a test has used. */
    const newUserId = (name: string): string => {
      made += 1;
      return `${name}-${made}-of`;
    };

    /** A tab with the session of the user. */
    async function visitAs(user: Pick<User, 'id'>, width: number): Promise<EnginePage> {
      const page = await visit(width);
      await page.open(`${shop.url}/robots.txt`);
      const { cookies } = await shop.client().as(user);
      for (const [key, value] of [...cookies, [SESSION_HINT_COOKIE, '1']]) {
        await page.tab.evaluate(`document.cookie = ${JSON.stringify(`${key}=${value}; path=/`)}`);
      }
      return page;
    }

    async function signUp(page: EnginePage, userId: string): Promise<void> {
      await page.fill('아이디', userId);
      await page.press('중복 확인');
      await page.sees('사용 가능한 아이디입니다.');
      await page.fill('비밀번호', PASSWORD);
      await page.fill('비밀번호 확인', PASSWORD);
      await page.fill(/^이름/, '홍본보기');
      await page.fill(/^전화번호/, '01000001234');
      await page.tick(/이용약관에 동의합니다/);
      await page.press('가입하기');
    }

    async function choose(page: EnginePage): Promise<void> {
      await page.choose('상품 옵션', PLAN);
      const open = '#apply [type=checkbox]:not(:checked)';
      const isOpen = () => page.tab.evaluate<boolean>(`document.querySelector('${open}') !== null`);
      expect(await isOpen()).toBe(true);
      while (await isOpen()) await page.click(open);
      await page.holds('the ticks are set', allTicked);
    }

    async function payIn(payment: EnginePage): Promise<void> {
      await payment.arrivesAt(/\/sandbox\/bootpay\/pay\//);
      await payment.click('input[type=radio]');
      await payment.click('input[type=checkbox]');
      await payment.press('1,500,000원 결제 승인');
    }

    async function expectPaid(page: EnginePage): Promise<void> {
      await page.arrivesAt(/\/purchase\/result\?orderId=/);
      const orders = shop.db.selectFrom('orders').selectAll().orderBy('id', 'desc');
      const order = await orders.executeTakeFirstOrThrow();
      await page.sees(order.order_number);
      await page.expectFits();
      expect(order).toMatchObject({ selected_plan: PLAN, price: 1_500_000 });
      await expect.poll(async () => (await orders.executeTakeFirstOrThrow()).status).toBe('confirmed');
    }

    const chosenPlan = `document.querySelector('#apply select')?.selectedOptions[0]?.text.includes('${PLAN}')`;
    const allTicked = `[...document.querySelectorAll('#apply [type=checkbox]')].every((box) => box.checked)`;

    it('signs up, buys with the choice made before, and shows the order (420 px)', async () => {
      const page = await visit(420);
      await page.open(`${shop.url}/services/14`);
      await choose(page);
      await page.expectFits();
      await page.press('가입하고 신청하기');
      await signUp(page, newUserId('engine'));
      await page.arrivesAt(/\/purchase\?/);
      await page.press('신청 내용 고치기');
      await page.arrivesAt(/\/services\/14/);
      await page.holds('the plan is kept', chosenPlan);
      await page.holds('the ticks are kept', allTicked);

      await page.press('군인 등록하기');
      await page.choose(/^신청자와의 관계/, '자녀');
      await page.fill(/^군인 이름/, '김본보기');
      await page.press('등록');
      await page.arrivesAt(/\/services\/14/);
      await page.press('신청하기', { within: '#apply' });
      await page.press('1,500,000원 결제하기');
      await payIn(page);
      await expectPaid(page);
      await page.open(`${shop.url}/profile`);
      await page.sees('징계·항고');
      await page.sees('김본보기');
      await page.expectFits();
    });

    it('pays in another window (1280 px)', async () => {
      const user = await shop.buildUser();
      const soldier = await shop.buildSoldier({ user });
      const page = await visitAs(user, 1280);
      await page.open(`${shop.url}/services/14?soldierId=${soldier.id}`);
      await choose(page);
      await page.expectFits();
      await page.press('신청하기', { within: '#apply' });
      await page.press('1,500,000원 결제하기');
      await page.press('결제계속하기');
      await payIn(await page.otherTab());
      await expectPaid(page);
    });

    it('shows messages at once, also after a cut connection, and sends a picture (420 px)', async () => {
      const admin = await buildAdmin(shop);
      const customer = await buildCustomer(shop);
      const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
      const { id } = await openConversation(customer, { order_id: order.id, text: '문의드립니다.' });
      const file = join(folder, '통지서.jpg');
      writeFileSync(file, await picture(640, 480).jpeg().toBuffer());
      const page = await visitAs(customer.user, 420);
      await page.open(`${shop.url}/orders/${order.id}`);
      await page.sees('문의드립니다.', { within: '[role=log]' });
      await answer(admin, id, '첫째 답변입니다.');
      await page.sees('첫째 답변입니다.', { within: '[role=log]' });

      shop.app.server.closeAllConnections();
      await answer(admin, id, '끊긴 뒤의 답변입니다.');
      await page.sees('끊긴 뒤의 답변입니다.', { within: '[role=log]' });

      await page.upload('첨부할 파일', file);
      await page.sees('통지서.jpg');
      await page.fill('메시지', '사진을 보냅니다.');
      await page.press('보내기');
      await page.sees('사진을 보냅니다.', { within: '[role=log]' });
      await page.holds(
        'the picture is shown',
        `[...document.querySelectorAll('[role=log] img')].some((image) => image.naturalWidth > 0)`,
      );
      await page.expectFits();
    });

    it("shows and filters the administrators' list of orders (1280 px)", async () => {
      const admin = await buildAdmin(shop);
      const userId = newUserId('list');
      const buyer = await shop.buildUser({ fullname: '목록이', user_id: userId });
      const low = await shop.buildOrder({ user: buyer, status: 'confirmed', price: 100_000 });
      const high = await shop.buildOrder({ user: buyer, status: 'pending', price: 900_000 });
      const page = await visitAs(admin.user, 1280);
      await page.open(`${shop.url}/admin/orders?q=${userId}`);
      await page.sees('조건에 맞는 주문 2건');
      await page.sees(low.order_number);
      await page.press('금액', { within: 'table' });
      await page.arrivesAt(/sort=price/);
      await page.press(high.order_number);
      await page.arrivesAt(new RegExp(`/admin/orders/${high.id}`));
      await page.sees('900,000원');
    });

    it('asks for the code of the authenticator app', async () => {
      const user = await shop.buildUser({ password: PASSWORD });
      const client = await shop.client().as(user);
      const { secret } = await enrolTotp(shop, client);
      // The code of the enrolment is used up.
      shop.clock.advance(STEP_MS);
      const page = await visit(420);
      await page.open(`${shop.url}/login?from=%2Fprofile`);
      await page.fill('아이디', user.user_id);
      await page.fill('비밀번호', PASSWORD);
      await page.press('로그인', { within: 'main' });
      await page.fill('인증 코드', totpCode(shop, secret));
      await page.press('확인');
      await page.arrivesAt(/\/profile/);
      await page.sees('2단계 인증');
      await page.expectFits();
    });
  });
}
