import { FIRM } from '#content/firm.ts';
import { LAST_CASE_KEY, OFFLINE_PAGE } from '#shared/platform/offline.ts';

/**
 * Shows the case that was read last (`web/features/orders/remember-case.ts`) as texts, never as HTML. Plain script,
 * because none of the shop's own code may be loaded by then.
 */
export const LAST_CASE_SCRIPT = `
try {
  const kept = JSON.parse(localStorage.getItem('${LAST_CASE_KEY}') ?? 'null');
  if (kept) {
    const list = document.querySelector('#case dl');
    for (const [name, value] of kept.rows) {
      const row = list.appendChild(document.createElement('div'));
      row.appendChild(document.createElement('dt')).textContent = name;
      row.appendChild(document.createElement('dd')).textContent = value;
      row.firstChild.className = 'text-ink-500 text-small';
      row.lastChild.className = 'font-semibold text-ink-900 tabular-nums';
    }
    document.querySelector('#case').hidden = false;
  }
} catch {
  // Without storage there is no case to show.
}
`;

const TITLE = '인터넷에 연결되어 있지 않습니다';

/** The page that the service worker shows where none can be loaded: an empty address loads the wanted one again. */
export function offlineHtml(styles: readonly string[]): string {
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${TITLE} | ${FIRM.centreName}</title>
${styles.map((css) => `<style>${css}</style>`).join('')}
</head>
<body>
<header class="bg-ink-950 px-6 text-paper">
<p class="mx-auto flex min-h-[60px] max-w-[680px] items-center font-bold text-small">${FIRM.centreName}</p>
</header>
<main class="mx-auto max-w-[680px] px-6 py-14">
<h1 class="text-h2 text-ink-900">${TITLE}</h1>
<p class="mt-4">연결되면 이 페이지를 다시 열 수 있습니다. 이미 저장된 정보와 주문에는 영향이 없습니다.</p>
<p class="mt-6"><a href="" class="inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4">다시 시도</a></p>
<p class="mt-6">급하시면 전화해주세요. <a href="tel:${FIRM.phone}" class="inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4">${FIRM.phone}</a></p>
<section id="case" hidden class="mt-10 border-brass-600 border-l-2 pl-4">
<h2 class="text-h4 text-ink-900">마지막으로 본 사건</h2>
<dl class="mt-3 grid gap-3"></dl>
</section>
</main>
<script>${LAST_CASE_SCRIPT}</script>
</body>
</html>
`;
}

/**
 * The service worker: it keeps the offline page, renews it once in its short life, and answers a page that cannot be
 * loaded with it. It shows the pushes to administrators (`server/features/push/send-pushes.ts`). Everything else goes
 * to the network as without a worker.
 */
export const WORKER = `
let isRenewed = false;
async function renew() {
  isRenewed = true;
  const cache = await caches.open('offline');
  await cache.add('${OFFLINE_PAGE}');
}
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(renew());
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const answer = fetch(request);
  event.respondWith(answer.catch(async (error) => {
    const page = await caches.match('${OFFLINE_PAGE}');
    if (page) return page;
    throw error;
  }));
  if (!isRenewed) event.waitUntil(answer.then(renew).catch(() => {}));
});
addEventListener('push', (event) => {
  const { title, tag, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { tag, renotify: true, icon: '/icon-512.png', data: { path } }));
});
async function show(path) {
  const windows = await clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : clients.openWindow(path));
}
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});
`;
