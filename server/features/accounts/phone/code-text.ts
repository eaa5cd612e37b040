import { FIRM } from '#content/firm.ts';
import type { CodePurpose } from './phone-codes.queries.ts';

/** Names what a code opens, for people who are asked for one on the telephone. */
const TEXTS: Readonly<Record<CodePurpose, (code: string) => string>> = {
  proof: (code) => `인증번호 ${code}\n3분 안에 입력해주세요.`,
  reset: (code) => `비밀번호 재설정 인증번호 ${code} (3분 유효)`,
};

/**
 * The text message of a code. Over https its last line names the site, so that browsers fill the
 * code in for this site and no other (WebOTP).
 */
export function codeText({ purpose, code, siteUrl }: { purpose: CodePurpose; code: string; siteUrl: string }): string {
  const { protocol, hostname } = new URL(siteUrl);
  const text = `[${FIRM.centreName}] ${TEXTS[purpose](code)}`;
  return protocol === 'https:' ? `${text}\n\n@${hostname} #${code}` : text;
}
