const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

export type OwnScripts = { html: string; scripts: string[] };

/**
 * Returns the code of the inline scripts that the renderer marked with the nonce, and the markup
 * without it. A script without the mark came with a text, so the policy must not allow it. Data
 * blocks never run and need no hash.
 */
export function takeOwnScripts(html: string, nonce: string): OwnScripts {
  const mark = `nonce="${nonce}"`;
  const scripts: string[] = [];
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || /\bsrc=/.test(attributes) || /type="application\//.test(attributes)) continue;
    if (code !== '') scripts.push(code);
  }
  // The browser's router would read it from the meta tag and render other markup than the server.
  const withoutMeta = html.replace(/<meta property="csp-nonce"[^>]*>/, '');
  return { html: withoutMeta.replaceAll(` ${mark}`, ''), scripts };
}
