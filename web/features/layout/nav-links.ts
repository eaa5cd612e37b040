import { FIRM } from '#content/firm.ts';

/** The pages that the header and the mobile menu lead to. */
export const PAGE_LINKS = [
  { to: '/', label: '홈' },
  { to: '/services', label: '서비스' },
  { to: '/about', label: '센터 소개' },
] as const;

export const BLOG_LINK = { href: FIRM.blogUrl, label: '블로그' };

/** Who the header is for: unknown until the server was asked. */
export type Visitor = 'unknown' | 'loggedIn' | 'loggedOut';

export const LOGGED_IN_LINKS = [{ to: '/profile', label: '마이페이지' }] as const;
export const LOGGED_OUT_LINKS = [
  { to: '/login', label: '로그인' },
  { to: '/register', label: '회원가입' },
] as const;
