/**
 * `npm run admin:reset-factors -- LOGIN_ID`: removes the second factors and recovery codes of an
 * account whose owner has lost them, and ends its sessions. Recorded in the audit log.
 */
import { resetFactors } from '#server/features/accounts/factors/reset-factors.ts';
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { prepareDatabase } from '../server/db/prepare-database.ts';
import { reachDatabase } from './reach-database.ts';

async function run(): Promise<void> {
  const userId = process.argv[2];
  if (!userId) throw new Error('아이디를 적어주세요: npm run admin:reset-factors -- 아이디');
  const config = loadConfig();
  const { connection, leave } = await reachDatabase(config);
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    await prepareDatabase({ database, config });
    const count = await resetFactors(database.db, userId);
    console.log(`${userId} 계정의 인증 수단 ${count}개와 복구 코드를 지웠습니다. 모든 기기에서 로그아웃됩니다.`);
  } finally {
    await database.close();
    await leave();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
