import { FIRM } from '#content/firm.ts';
import { type Html, html } from '#server/lib/html.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { INK_500, INK_900, LINE, PAPER, SURFACE } from '#shared/platform/brand-colours.ts';
import type { Message } from '../mail.ts';
import { lawyerPicture } from './lawyer-picture.ts';

/** A mail in parts, rendered as text and as HTML. */
export type Letter = { subject: string; greeting: string; parts: readonly LetterPart[] };
type LetterPart =
  | { text: string }
  | { rows: readonly (readonly [label: string, value: string])[] }
  | { lawyer: Lawyer }
  | { label: string; url: string };

/** Renders both forms of a letter, with the firm's name and address. */
export function writeLetter(letter: Letter): Message {
  const message = {
    subject: `[${FIRM.centreName}] ${letter.subject}`,
    text: asText(letter),
    html: asHtml(letter).text,
  };
  const pictures = letter.parts.flatMap((part) => ('lawyer' in part ? (lawyerPicture(part.lawyer.name) ?? []) : []));
  return pictures.length > 0 ? { ...message, attachments: pictures } : message;
}

const SENDER = [
  `${FIRM.name} ${FIRM.centreName}`,
  FIRM.address,
  `전화 ${FIRM.phone} · 이메일 ${FIRM.email}`,
  '이 메일은 회원님의 계정이나 주문에 관한 안내로, 수신 동의와 관계없이 보내드립니다.',
] as const;

function asText({ greeting, parts }: Letter): string {
  const body = parts.map((part) => {
    if ('text' in part) return part.text;
    if ('lawyer' in part) return `담당: ${lawyerName(part.lawyer)}`;
    if ('url' in part) return `${part.label}\n${part.url}`;
    return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  });
  return `${[greeting, ...body, `--\n${SENDER.join('\n')}`].join('\n\n')}\n`;
}

// Mail programs ignore style sheets, so each element carries its own style.
const FONT = "font-family:Pretendard,'Apple SD Gothic Neo','Malgun Gothic',sans-serif;word-break:keep-all";
const BUTTON = `display:inline-block;padding:12px 20px;border-radius:4px;background:${INK_900};color:${SURFACE};font-weight:600;text-decoration:none`;

function asHtml({ subject, greeting, parts }: Letter): Html {
  return html`<!doctype html>
<html lang="ko">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 16px;background:${PAPER};color:${INK_900};font-size:16px;line-height:1.7;${FONT}">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:${SURFACE};border:1px solid ${LINE};border-radius:10px">
<p style="margin:0 0 24px;font-weight:700">${FIRM.centreName} <span style="font-weight:400;font-size:14px;color:${INK_500}">${FIRM.name}</span></p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.45">${subject}</h1>
<p style="margin:0 0 16px">${greeting}</p>
${parts.map(partAsHtml)}
</div>
<p style="max-width:560px;margin:16px auto 0;padding:0 8px;font-size:13px;color:${INK_500}">${SENDER.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>
</body>
</html>
`;
}

function partAsHtml(part: LetterPart): Html {
  if ('text' in part) return html`<p style="margin:0 0 16px">${part.text}</p>`;
  if ('url' in part)
    return html`<p style="margin:0 0 20px"><a href="${part.url}" target="_blank" style="${BUTTON}">${part.label}</a></p>`;
  if ('lawyer' in part) return lawyerAsHtml(part.lawyer);
  // No table: some mail programs show tables badly on a phone.
  return html`<div style="margin:0 0 20px;border-bottom:1px solid ${LINE}">${part.rows.map(
    ([label, value]) =>
      html`<div style="padding:8px 0;border-top:1px solid ${LINE}"><span style="display:inline-block;width:104px;color:${INK_500}">${label}</span> <span>${value}</span></div>`,
  )}</div>`;
}

const FACE = 'width:48px;height:48px;border-radius:24px;vertical-align:middle;margin-right:12px';

function lawyerAsHtml(lawyer: Lawyer): Html {
  const picture = lawyerPicture(lawyer.name);
  return html`<p style="margin:0 0 20px">${
    picture && html`<img src="cid:${picture.cid}" alt="" width="48" height="48" style="${FACE}">`
  }<span style="color:${INK_500}">담당</span> <span style="font-weight:600">${lawyerName(lawyer)}</span></p>`;
}
