/**
 * `npm run admin:create`: creates an administrator. Login id and password come from ADMIN_USER_ID
 * and ADMIN_PASSWORD, from a prompt, or from two lines of standard input if it is no terminal.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { ko } from 'zod/locales';
import { createAdministrator } from '#server/features/accounts/registration/create-administrator.ts';
import { isDefaultAdminId } from '../server/config/first-admin.ts';
import { type Config, loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { prepareDatabase } from '../server/db/prepare-database.ts';
import { AppError } from '../server/lib/errors.ts';
import { password, userId } from '../shared/contract/fields.ts';
import { reachDatabase } from './reach-database.ts';

const DEFAULT_ID_REFUSED = '운영 환경에서는 아이디 admin에 비밀번호를 정해 둘 수 없습니다. 다른 아이디를 사용해주세요.';

type Ask = (question: string, isSecret: boolean) => Promise<string>;

/** Prompts at a terminal, without echoing a password; reads lines if there is no terminal. */
function openQuestions(): { ask: Ask; close: () => void } {
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output, terminal });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question, isSecret) {
      if (terminal) process.stderr.write(question);
      isMuted = isSecret;
      const answer = await answers.next();
      isMuted = false;
      if (terminal && isSecret) process.stderr.write('\n');
      return answer.done ? '' : answer.value.trim();
    },
    close: () => lines.close(),
  };
}

/** Returns what is wrong with the value, for the user; undefined if nothing is. */
function problemOf(schema: z.ZodType, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

async function readAnswers({ adminPassword, mode }: Config): Promise<{ userId: string; password: string }> {
  const { ADMIN_USER_ID } = process.env;
  const questions = ADMIN_USER_ID && adminPassword ? undefined : openQuestions();
  const id = ADMIN_USER_ID || ((await questions?.ask('관리자 아이디: ', false)) ?? '');
  const secret = adminPassword || ((await questions?.ask('비밀번호: ', true)) ?? '');
  questions?.close();
  const problem = problemOf(userId, id) ?? problemOf(password, secret);
  if (problem) throw new Error(problem);
  if (mode === 'production' && isDefaultAdminId(id)) throw new Error(DEFAULT_ID_REFUSED);
  return { userId: id, password: secret };
}

async function run(): Promise<void> {
  z.config(ko());
  const config = loadConfig();
  const answers = await readAnswers(config);
  const { connection, leave } = await reachDatabase(config);
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    await prepareDatabase({ database, config });
    const made = await createAdministrator(database.db, answers);
    console.log(
      made === 'created'
        ? `관리자 ${answers.userId} 계정을 만들었습니다.`
        : `이미 있는 계정 ${answers.userId}에 관리자 권한을 주고 비밀번호를 바꾸었습니다. 로그인되어 있던 기기에서는 로그아웃됩니다.`,
    );
  } finally {
    await database.close();
    await leave();
  }
}

try {
  await run();
} catch (error) {
  const said = error instanceof AppError ? (error.details?.[0]?.message ?? error.message) : error;
  console.error(said instanceof Error ? said.message : said);
  process.exitCode = 1;
}
