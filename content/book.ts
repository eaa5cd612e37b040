export const BOOK = {
  title: '군 복무 법률 안내서',
  subtitle: '입대 전부터 전역 후까지, 알아야 할 절차와 권리',
  author: '법무법인 본보기 군 복무 법률지원센터 지음',
  description:
    '징계, 병가, 복무부적합심사, 병영 내 피해까지 자주 묻는 질문과 서류 작성 방법을 한\u00a0권에 정리했습니다.',
  /** The bookstore's page: opens in a new window. */
  url: 'https://bookstore.example.com/books/military-service-law-guide',
} as const;
