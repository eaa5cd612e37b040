/** Of title, heading and text. */
export const CONTENT_MESSAGE = '내용을 입력해주세요.';
/** Most characters of a text or an answer. */
export const MAX_TEXT = 20_000;
