/**
 * `npm run notices:templates`: prints the text of each notice as it is submitted to KakaoTalk for
 * approval, with its kind for ALIMTALK_TEMPLATES.
 */
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { NOTICE_KINDS } from '#shared/rules/notices/notices.ts';

for (const kind of NOTICE_KINDS) {
  const { title, text } = NOTICE_TEMPLATES[kind];
  console.log(`### ${kind} (${title})\n\n${text}\n`);
}
