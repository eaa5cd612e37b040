/** Where the service worker finds the page that it shows without a network. */
export const OFFLINE_PAGE = '/offline';
/** The address of the service worker; its folder is what it is responsible for. */
export const WORKER_PATH = '/sw.js';
/** The browser's entry for the case that was read last, which the offline page shows. */
export const LAST_CASE_KEY = 'last_case';
