import { FIRM } from '#content/firm.ts';

/**
 * The text message of a code. Over https its last line names the site, so that browsers fill the
 * code in for this site and no other (WebOTP).
 */
export function codeText(code: string, siteUrl: string): string {
  const { protocol, hostname } = new URL(siteUrl);
  const text = `[${FIRM.centreName}] 인증번호 ${code}\n3분 안에 입력해주세요.`;
  return protocol === 'https:' ? `${text}\n\n@${hostname} #${code}` : text;
}
