/**
 * The public pages with a fixed address. Routes, site map, structured data, navigation and tests
 * read this list. Pages of a service (`/services/14`) come from the catalogue; personal pages and
 * the admin area are no public pages.
 */
export type PublicPage = {
  path: string;
  /** In the window's title, in navigation and in the breadcrumb trail. */
  title: string;
  /** For search engines and previews; the firm's tagline when left out. */
  description?: string;
  /** Holds what links to it on every page. */
  linkedFrom?: 'header' | 'footer';
  /** False: search engines must not list it. */
  isIndexed?: false;
};

export const PAGES = {
  home: { path: '/', title: '홈', linkedFrom: 'header' },
  services: {
    path: '/services',
    title: '서비스',
    description: '입대 전부터 전역 후까지 필요한 법률 서비스를 비용과 함께 확인합니다.',
    linkedFrom: 'header',
  },
  about: {
    path: '/about',
    title: '센터 소개',
    description: '군 복무 사건을 다루는 변호사와 위원을 소개합니다.',
    linkedFrom: 'header',
  },
  consult: {
    path: '/consult',
    title: '상담',
    description: '변호사에게 물어보세요. 구매 전 상담은 무료입니다.',
  },
  info: { path: '/info', title: '군 복무 정보' },
  terms: {
    path: '/terms',
    title: '이용약관',
    description: '이용 조건과 절차, 신청과 환불, 책임을 정한 약관입니다.',
    linkedFrom: 'footer',
  },
  privacy: {
    path: '/privacy',
    title: '개인정보 처리방침',
    description: '어떤 개인정보를 왜 다루고 언제 지우는지 알려드립니다.',
    linkedFrom: 'footer',
  },
  login: { path: '/login', title: '로그인', isIndexed: false },
  register: { path: '/register', title: '회원가입', isIndexed: false },
  accountRecovery: { path: '/account-recovery', title: '계정 찾기', isIndexed: false },
  forgotPassword: { path: '/forgot-password', title: '비밀번호 재설정', isIndexed: false },
  resetPassword: { path: '/reset-password', title: '새 비밀번호 정하기', isIndexed: false },
  verifyEmail: { path: '/verify-email', title: '이메일 주소 확인', isIndexed: false },
  undoEmail: { path: '/undo-email', title: '이메일 주소 되돌리기', isIndexed: false },
  staffInvitation: { path: '/staff-invitation', title: '직원 계정 만들기', isIndexed: false },
  join: { path: '/join', title: '초대', isIndexed: false },
  findId: { path: '/find-id', title: '아이디 찾기', isIndexed: false },
} as const satisfies Record<string, PublicPage>;

export type PublicPath = (typeof PAGES)[keyof typeof PAGES]['path'];
export const PUBLIC_PAGES: readonly (PublicPage & { path: PublicPath })[] = Object.values(PAGES);
