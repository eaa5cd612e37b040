/** Returns what a person reads about an identity check that came to nothing, by the code of its window. */
export function identityFailure(code: string): string {
  if (code === 'POPUP_BLOCKED') return '브라우저가 본인인증 창을 막았습니다. 팝업을 허용한 뒤 다시 시도해주세요.';
  if (code === 'RC_CLOSE_WINDOW') return '본인인증 창을 닫아 인증을 마치지 못했습니다.';
  return '본인인증을 마치지 못했습니다. 다시 시도해주세요.';
}
