import { html } from '#server/lib/html.ts';
import { type PaymentPageMode, sandboxPage } from '../pages.ts';
import type { SandboxAuthentication } from './authentication.ts';

/** On every page of the stand-in, so that it is not taken for a real check. */
const NOTICE = '테스트 본인인증: 실제로 본인을 확인하지 않습니다.';

/** The page on which a person enters who they are. */
export function identityPage(base: string, authentication: SandboxAuthentication, mode: PaymentPageMode): string {
  return sandboxPage({
    base,
    title: '본인인증',
    notice: NOTICE,
    script: 'identity.js',
    data: { mode, 'receipt-id': authentication.receipt_id, base },
    body: html`
<main class="panel">
<h1>${authentication.order_name}</h1>
<form id="identity" novalidate>
<label class="field"><span>이름</span><input name="name" autocomplete="name" required></label>
<label class="field"><span>휴대폰 번호</span><input name="phone" inputmode="tel" autocomplete="tel" required></label>
<label class="field"><span>생년월일</span><input name="birth" placeholder="1999-01-31" autocomplete="bday" required></label>
<p class="message" id="message" role="alert"></p>
<div class="actions">
<button type="submit" class="primary">인증하기</button>
<button type="button" data-act="close">닫기</button>
</div>
</form>
</main>
<noscript><p class="message">인증하려면 자바스크립트를 켜야 합니다.</p></noscript>`,
  });
}

/** For a check that is over. */
export function identityEndPage(base: string): string {
  return sandboxPage({
    base,
    title: '본인인증이 끝났습니다',
    notice: NOTICE,
    body: html`<main class="panel"><h1>본인인증이 끝났습니다</h1><p>이 창을 닫고 처음 화면에서 결과를 확인해주세요.</p></main>`,
  });
}
