import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { proveIdentity } from '#tests/support/payments/identity.ts';
import { APPLICATION, type SandboxServer, startSandboxServer } from '#tests/support/providers/sandbox-server.ts';

const PERSON = { name: '김본보기', phone: '01012345678', birth: '1999-01-31' };
const UNREACHABLE = { name: 'IdentityError', kind: 'unreachable' };

let server: SandboxServer;

beforeAll(async () => {
  server = await startSandboxServer();
});
afterEach(() => server.driver.clear());
afterAll(() => server.close());

const prove = () => proveIdentity(server.url, 'our-id', PERSON);

describe('findCertificate', () => {
  it('returns the checked person in our terms', async () => {
    const receiptId = await prove();
    expect(await server.identityGateway().findCertificate(receiptId)).toEqual({
      receiptId,
      authenticationId: 'our-id',
      isProven: true,
      authenticatedAt: expect.any(Date),
      name: PERSON.name,
      phone: PERSON.phone,
      birthDate: PERSON.birth,
      personId: expect.stringMatching(/^.{88}$/),
    });
  });

  it.each([
    ['19990131', '1999-01-31'],
    ['1999.01.31', '1999-01-31'],
    ['1999-01-30T15:00:00Z', '1999-01-31'],
    ['1999-01-31T00:00:00+09:00', '1999-01-31'],
    ['990131', ''],
    [null, ''],
  ])('reads the birth date %s as %j', async (birth, birthDate) => {
    const receiptId = await prove();
    const authenticate_data = { name: '김본보기', phone: '010-1234-5678', birth, unique: null };
    server.driver.fail({ endpoint: 'certificate', misreport: { authenticate_data } });
    const certificate = await server.identityGateway().findCertificate(receiptId);
    expect(certificate).toMatchObject({ birthDate, phone: '01012345678', personId: '' });
  });

  it('gives a provider that hangs up within its deadline', async () => {
    const receiptId = await prove();
    const hold = createHold();
    server.driver.fail({ endpoint: 'certificate', hold });
    const gateway = server.identityGateway({ deadlineMs: 200 });
    await expect(gateway.findCertificate(receiptId)).rejects.toMatchObject(UNREACHABLE);
    hold.release();
  });

  it.each([
    [{ status: 200, body: { receipt_id: 'a' } }, UNREACHABLE],
    [{ status: 200, body: '<html>' }, UNREACHABLE],
    [{ status: 403, body: '<html>Forbidden</html>' }, UNREACHABLE],
    [{ status: 400, body: { error_code: 'AUTH_EXPIRED', message: '' } }, { kind: 'expired' }],
    [{ status: 400, body: { error_code: 'AUTH_NOT_CONFIRMED', message: '' } }, { kind: 'not_proven' }],
    [{ status: 404, body: { error_code: 'RC_NOT_FOUND', message: '' } }, { kind: 'not_proven' }],
  ])('takes the answer %j for %j', async (insteadOf, error) => {
    const receiptId = await prove();
    server.driver.fail({ endpoint: 'certificate', insteadOf });
    await expect(server.identityGateway().findCertificate(receiptId)).rejects.toMatchObject(error);
  });

  it('is refused to other keys', async () => {
    const receiptId = await prove();
    const foreignKeys = { kind: 'keys', clientKey: 'sandbox-client', secretKey: 'other' } as const;
    await expect(server.identityGateway({ credentials: foreignKeys }).findCertificate(receiptId)).rejects.toMatchObject(
      UNREACHABLE,
    );
  });
});

it('works with the older pair of keys, which needs a token', async () => {
  const older = await startSandboxServer({ credentials: APPLICATION });
  const gateway = older.identityGateway();
  await expect(gateway.findCertificate('0123456789abcdef01234567')).rejects.toMatchObject({ kind: 'not_proven' });
  expect(older.driver.calls('token')).toBe(1);
  await older.close();
});
