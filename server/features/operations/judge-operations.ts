import type { Backlog } from '#server/features/monitoring/backlog.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import { OPERATION_PARTS, type Operation, type OperationPart } from '#shared/features/operations/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { OperationRow } from './operations.queries.ts';

/** Holds what this process knows of itself and its configuration. */
export type OperationSetup = {
  hasMailer: boolean;
  hasKakao: boolean;
  hasSms: boolean;
  isSandbox: boolean;
  hasBackupKey: boolean;
  isJobRunnerDown: boolean;
  /** Calls that wait for a connection. */
  waitingCalls: number;
};

export type OperationFacts = { backlog: Backlog; row: OperationRow; setup: OperationSetup; now: Date };

type Verdict = Omit<Operation, 'part' | 'since'> & { since?: Date | null };

/** A webhook usually ends within seconds. */
const WEBHOOK_LATE_S = (10 * MINUTE_MS) / SECOND_MS;

const ok = (text: string): Verdict => ({ state: 'ok', text, todo: null });
const many = (count: number) => count.toLocaleString('ko-KR');

function judgeMail({ backlog, row, setup }: OperationFacts): Verdict {
  const since = row.mailsSince;
  if (backlog.mailsFailed > 0) {
    return {
      state: 'failed',
      since,
      text: `보내지 못한 메일이 ${many(backlog.mailsFailed)}통 있습니다. 받는 분은 결제나 환불, 답변 소식을 모릅니다.`,
      todo: '메일 관리에서 사유를 확인하고 다시 보내거나, 전화로 알린 뒤 확인 처리해주세요.',
    };
  }
  if (!setup.hasMailer) {
    return {
      state: 'off',
      text: `메일 서버가 설정되지 않아 메일을 보내지 않고 보관만 합니다. 5분 넘게 기다리는 메일이 ${many(backlog.mailsStuck)}통입니다.`,
      todo: 'SMTP_URL을 설정하고 쇼핑몰을 다시 시작해주세요. 보관한 메일부터 나갑니다.',
    };
  }
  if (backlog.mailsStuck > 0) {
    return {
      state: 'failed',
      since,
      text: `메일 ${many(backlog.mailsStuck)}통이 5분 넘게 나가지 않고 있습니다. 비밀번호 링크와 결제 안내가 늦어집니다.`,
      todo: '메일 서버가 켜져 있는지와 SMTP_URL의 비밀번호를 확인해주세요. 연결되면 저절로 나갑니다.',
    };
  }
  return ok('메일이 제때 나가고 있습니다.');
}

type Phone = { name: string; isOn: boolean; failed: number; stuck: number; since: Date | null; setting: string };

function judgePhone({ name, isOn, failed, stuck, since, setting }: Phone, isLimited: boolean): Verdict {
  if (failed > 0) {
    return {
      state: 'failed',
      since,
      text: `어느 수단으로도 전하지 못한 ${name} 알림이 ${many(failed)}건 있습니다. 받는 분은 소식을 모릅니다.`,
      todo: '알림 관리에서 사유를 확인하고 다시 보내거나, 전화로 알린 뒤 확인 처리해주세요.',
    };
  }
  if (!isOn) {
    return {
      state: 'off',
      text: `${name} 발송이 설정되지 않았습니다. 고객에게는 다른 수단으로만 알립니다.`,
      todo: `쓰시려면 ${setting}를 설정해주세요.`,
    };
  }
  if (stuck > 0) {
    return {
      state: 'failed',
      since,
      text: `${name} 알림 ${many(stuck)}건이 5분 넘게 나가지 않고 있습니다.`,
      todo: '발송 업체의 장애 공지와 충전 금액을 확인해주세요. 연결되면 저절로 나갑니다.',
    };
  }
  if (isLimited) {
    return {
      state: 'warning',
      text: `한 시간에 보낼 수 있는 ${name} 수를 다 썼습니다. 남은 알림은 다음 시간에 나갑니다.`,
      todo: '갑자기 늘어난 까닭을 알림 관리에서 확인해주세요.',
    };
  }
  return ok(`${name} 알림이 제때 나가고 있습니다.`);
}

function judgePayment({ backlog, row, setup }: OperationFacts): Verdict {
  const { paymentsStuck, refundsRefused, refundsOpen, cancelledButPaid, discrepanciesOpen } = backlog;
  if (paymentsStuck > 0) {
    return {
      state: 'failed',
      text: `결제 ${many(paymentsStuck)}건의 결과를 5분 넘게 확인하지 못했습니다. 고객에게는 확인 중으로 보입니다.`,
      todo: '결제사의 장애 공지를 확인해주세요. 연결되면 저절로 확정하거나 돌려줍니다.',
    };
  }
  if (refundsRefused > 0 || cancelledButPaid > 0) {
    return {
      state: 'failed',
      text: `결제사가 거절한 환불이 ${many(refundsRefused)}건, 취소되었지만 돈이 남은 주문이 ${many(cancelledButPaid)}건 있습니다.`,
      todo: '대시보드의 처리할 일에서 주문을 열어 환불을 다시 요청해주세요.',
    };
  }
  if (discrepanciesOpen > 0) {
    return {
      state: 'warning',
      since: row.differencesSince,
      text: `결제사의 기록과 다른 결제가 ${many(discrepanciesOpen)}건 있습니다.`,
      todo: '결제 대사에서 한 건씩 확인해주세요.',
    };
  }
  if (refundsOpen > 0 || backlog.webhooksOldestSeconds > WEBHOOK_LATE_S) {
    return {
      state: 'warning',
      text: '결제사의 답을 기다리는 환불이나 결제 알림이 있습니다. 고객의 돈은 결제사에 그대로 있습니다.',
      todo: '저절로 다시 시도합니다. 한 시간이 지나도 그대로면 결제사에 문의해주세요.',
    };
  }
  if (setup.isSandbox) {
    return {
      state: 'off',
      text: '연습용 결제창을 쓰고 있습니다. 실제 돈은 오가지 않습니다.',
      todo: '영업을 시작하시려면 결제사의 키를 설정해주세요.',
    };
  }
  return ok('결제와 환불이 모두 확인되었습니다.');
}

function judgeJobs({ backlog, row, setup }: OperationFacts): Verdict {
  const names = row.jobsOpen.join(', ');
  if (setup.isJobRunnerDown || backlog.jobsStuck > 0) {
    return {
      state: 'failed',
      since: row.jobsSince,
      text: `예약된 작업이 돌지 않고 있습니다. ${names} 메일과 알림, 결제 확인이 늦어집니다.`,
      todo: '쇼핑몰을 다시 시작하고, 그래도 그대로면 서버 기록에서 job failed를 찾아주세요.',
    };
  }
  if (backlog.jobsFailed > 0) {
    return {
      state: 'failed',
      since: row.jobsSince,
      text: `예약된 작업 ${many(backlog.jobsFailed)}가지가 실패하고 있습니다: ${names}. 나머지 작업은 돌고 있습니다.`,
      todo: '저절로 다시 시도합니다. 계속되면 서버 기록에서 작업 이름을 찾아 원인을 확인해주세요.',
    };
  }
  return ok('예약된 작업이 모두 제때 돌고 있습니다.');
}

/** A copy of each day, which may run late. */
const BACKUP_LATE_MS = 36 * HOUR_MS;
const BACKUP_OLD_MS = 7 * DAY_MS;
const KEEP_BACKUPS = 'npm run db:backup가 매일 돌게 하고, 석 달에 한 번 되돌려 보세요.';

function judgeBackup({ row: { lastBackupAt: last }, setup, now }: OperationFacts): Verdict {
  if (!last && !setup.hasBackupKey) {
    return {
      state: 'off',
      text: '백업 암호 키가 없고, 백업한 기록도 없습니다. 서버가 고장 나면 주문과 상담 기록을 되찾을 수 없습니다.',
      todo: `BACKUP_KEY를 설정하고 ${KEEP_BACKUPS}`,
    };
  }
  if (!last) {
    return { state: 'warning', text: '백업 키는 설정되어 있지만, 백업한 기록이 아직 없습니다.', todo: KEEP_BACKUPS };
  }
  const age = now.getTime() - last.getTime();
  const text = `마지막 백업은 ${formatDateTime(wireTime(last))}에 끝났습니다.`;
  if (age <= BACKUP_LATE_MS) return ok(text);
  return {
    state: age > BACKUP_OLD_MS ? 'failed' : 'warning',
    since: new Date(last.getTime() + BACKUP_LATE_MS),
    text: `${text} 지금 고장 나면 그 뒤의 주문과 상담을 잃습니다.`,
    todo: `백업이 왜 멈췄는지 서버의 예약 작업 기록을 확인해주세요. ${KEEP_BACKUPS}`,
  };
}

function judgeFiles({ backlog, row }: OperationFacts): Verdict {
  if (backlog.filesDamaged > 0) {
    return {
      state: 'failed',
      since: row.filesSince,
      text: `저장한 내용과 달라 열 수 없는 파일이 ${many(backlog.filesDamaged)}개 있습니다.`,
      todo: '감사 기록에서 첨부 파일 손상 발견을 찾고, 백업에서 되살리거나 고객에게 다시 요청해주세요.',
    };
  }
  if (backlog.fileRemovalsStuck > 0) {
    return {
      state: 'warning',
      text: `지워야 할 파일 ${many(backlog.fileRemovalsStuck)}개가 저장소에 남아 있습니다. 고객이 쓰는 데는 영향이 없습니다.`,
      todo: '파일 저장소의 연결과 삭제 권한을 확인해주세요. 연결되면 저절로 지웁니다.',
    };
  }
  return ok('파일을 저장하고 열 수 있습니다.');
}

function judgeDatabase({ setup }: OperationFacts): Verdict {
  if (setup.waitingCalls === 0) return ok('데이터베이스가 바로 응답합니다.');
  return {
    state: 'warning',
    text: `데이터베이스 연결을 기다리는 요청이 ${many(setup.waitingCalls)}개 있습니다. 화면이 늦게 열릴 수 있습니다.`,
    todo: '몇 분 뒤에도 그대로면 데이터베이스 서버의 부하와 연결 수를 확인해주세요.',
  };
}

/** Judges every part of the running shop by what is open in the database. */
export function judgeOperations(facts: OperationFacts): Operation[] {
  const { backlog, row, setup } = facts;
  const isLimited = backlog.smsLimited > 0;
  const kakao: Phone = {
    name: '알림톡',
    isOn: setup.hasKakao,
    failed: row.kakaoFailed,
    stuck: row.kakaoStuck,
    since: row.kakaoSince,
    setting: 'BOOTPAY_ALIMTALK_SENDER_KEY',
  };
  const sms: Phone = {
    name: '문자',
    isOn: setup.hasSms,
    failed: row.smsFailed,
    stuck: row.smsStuck,
    since: row.smsSince,
    setting: 'SOLAPI_API_KEY',
  };
  const verdicts: Record<OperationPart, Verdict> = {
    mail: judgeMail(facts),
    kakao: judgePhone(kakao, isLimited),
    sms: judgePhone(sms, isLimited),
    payment: judgePayment(facts),
    jobs: judgeJobs(facts),
    backup: judgeBackup(facts),
    files: judgeFiles(facts),
    database: judgeDatabase(facts),
  };
  return OPERATION_PARTS.map((part) => {
    const { since = null, ...verdict } = verdicts[part];
    return { part, ...verdict, since: wireTimeOrNull(since) };
  });
}
