/** The push services of Chromium, Firefox, Safari and Edge: the shop sends to no other host. */
const HOSTS =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/;

/** Returns whether the address is one of a known push service, by https on its usual port. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  return protocol === 'https:' && port === '' && username === '' && password === '' && HOSTS.test(hostname);
}
