import type { ReactNode } from 'react';
import { FIRM } from '#content/firm.ts';
import { PAGES, PUBLIC_PAGES } from '#shared/pages.ts';

/** The pages that the header and the mobile menu link to, and those of the footer. */
export const HEADER_PAGES = PUBLIC_PAGES.filter(({ linkedFrom }) => linkedFrom === 'header');
export const FOOTER_PAGES = PUBLIC_PAGES.filter(({ linkedFrom }) => linkedFrom === 'footer');

export const BLOG_LINK = { href: FIRM.blogUrl, label: '블로그' };

/** The number of unread answers beside what leads to them; nothing for visitors. */
export type MarkUnread = (className: string) => ReactNode;

/** The header's variant; unknown until the server has answered. */
export type Visitor = 'unknown' | 'loggedIn' | 'loggedOut';

/** Where unread answers are. */
export const CONSULT = { to: PAGES.consult.path, label: PAGES.consult.title } as const;
export const LOGGED_IN_LINKS = [CONSULT, { to: '/profile', label: '마이페이지' }] as const;
export const LOGGED_OUT_LINKS = [
  CONSULT,
  { to: PAGES.login.path, label: PAGES.login.title },
  { to: PAGES.register.path, label: PAGES.register.title },
] as const;
