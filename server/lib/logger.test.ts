import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const destination = {
    write(line: string) {
      lines.push(line);
    },
  };
  write(createLogger('info', destination));
  return lines.join('');
}

it.each([
  ['550 <buyer@example.com> unknown', 'buyer@example.com'],
  ['connect postgres://shop:db-password@db.example:5432/shop', 'db-password'],
  ['value "010-1234-5678" is too long', '010-1234-5678'],
  ['value 01012345678', '01012345678'],
])('hides what a message quotes, as in %s', (message, secret) => {
  const line = logged((log) => log.error({ err: new Error(message), reason: message }, message));
  expect(JSON.parse(line).err.type).toBe('Error');
  expect(line).not.toContain(secret);
});

it('redacts fields by name, and logs only the message and the stack of an error', () => {
  const error = Object.assign(new Error('refused'), {
    code: 'EAUTH',
    detail: 'Key (user_id)=(hong.gd)',
    config: { key: 'k-1' },
  });
  const line = logged((log) =>
    log.error({ err: error, user: { password: 'p-1', token: 't-1', phone: '1', email: 'e' } }),
  );
  expect(JSON.parse(line)).toMatchObject({ err: { type: 'Error', code: 'EAUTH', message: 'refused' } });
  expect(line).not.toMatch(/hong\.gd|k-1|p-1|t-1/);
});

it('does not redact package paths and numbers', () => {
  const text = 'node_modules/@scope/part/index.js:10 order 20261121-ABCDEFGH took 1012345678 ms';
  expect(logged((log) => log.info(text))).toContain(text);
});
