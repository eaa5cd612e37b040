import type { Locator } from 'playwright-core';

/** Pastes HTML as a browser does for what was copied in another program. */
export async function pasteHtml(target: Locator, html: string): Promise<void> {
  await target.focus();
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}
