import { FIRM } from '../firm.ts';
import { list, type Policy, type PolicyArticle, table, text } from './policy.ts';
import { COLLECTION } from './privacy-collection.ts';
import { POLICY_VERSION } from './versions.ts';

const SHARING: readonly PolicyArticle[] = [
  {
    heading: '제3자 제공',
    blocks: [
      text('법인은 개인정보를 다른 사람이나 회사에 제공하지 않습니다. 다음의 때에만 필요한 범위에서 제출합니다.'),
      list(
        '신청한 절차를 진행하기 위하여 부대, 병무청, 심사위원회, 법원 등 담당 기관에 서류를 낼 때. 무엇을 내는지 미리 알립니다.',
        '법률에 특별한 규정이 있거나 법원의 영장 등 적법한 절차에 따른 요구가 있을 때',
      ),
    ],
  },
  {
    heading: '처리의 위탁',
    blocks: [
      text('다음 업무를 맡기고 있습니다. 계약으로 목적 외 처리 금지, 안전성 확보, 재위탁 제한을 정하고 감독합니다.'),
      table(
        '개인정보 처리를 맡은 곳',
        ['맡은 곳', '맡은 업무'],
        [
          ['(주)부트페이와 그 전자결제대행사', '카드 결제, 가상계좌, 환불의 처리'],
          ['본보기메일', '비밀번호 재설정 등 안내 이메일의 발송'],
          [FIRM.hostingProvider, '서버와 데이터베이스의 운영'],
        ],
      ),
    ],
  },
  {
    heading: '국외 이전',
    blocks: [
      text('방문 통계에 동의한 때에만 다음 정보가 국외로 이전됩니다. 동의하지 않아도 서비스 이용에 제한이 없습니다.'),
      table(
        '국외로 이전되는 정보',
        ['받는 곳과 국가', '항목', '목적', '때와 방법', '보유 기간'],
        [
          [
            'Google LLC (미국), googlekrsupport@google.com',
            '쿠키 식별자, 방문한 화면의 주소, 누른 서비스와 주문 금액, 브라우저 종류',
            '방문 통계의 작성',
            '동의한 뒤 사이트를 이용할 때 네트워크로 전송',
            '14개월',
          ],
        ],
      ),
      text('이전을 거부하려면 이 화면 아래의 ‘방문 통계’에서 동의하지 않음을 고르면 됩니다.'),
    ],
  },
];

const KEEPING: readonly PolicyArticle[] = [
  {
    heading: '파기의 절차와 방법',
    blocks: [
      list(
        '보유 기간이 지나거나 목적을 이룬 개인정보는 지체 없이 지웁니다. 탈퇴하면 계정과 군인 정보를 바로 지웁니다.',
        '법령에 따라 더 보존해야 하는 기록은 다른 정보와 나누어 보관하고, 그 목적으로만 씁니다.',
        '전자 파일은 되살릴 수 없는 방법으로 지우고, 종이 문서는 잘게 자르거나 태웁니다.',
      ),
    ],
  },
  {
    heading: '정보주체와 법정대리인의 권리, 의무와 행사 방법',
    blocks: [
      list(
        '언제든지 개인정보의 열람, 정정, 삭제, 처리 정지와 동의 철회를 요구할 수 있습니다.',
        '회원 정보와 군인 정보의 확인, 수정, 삭제와 탈퇴는 마이페이지에서 직접 할 수 있습니다.',
        `그 밖의 요구는 전화 ${FIRM.phone}, 이메일 ${FIRM.email} 또는 서면으로 받으며, 받은 날부터 10일 안에 조치하고 결과를 알립니다.`,
        '법정대리인이나 위임을 받은 사람도 요구할 수 있습니다. 위임을 받은 사람은 위임장을 냅니다.',
        '법률에 특별한 규정이 있거나 다른 사람의 권리를 침해할 우려가 있으면 요구를 제한할 수 있으며, 그 이유를 알립니다.',
        '사람의 개입 없이 이루어지는 자동화된 결정은 하지 않습니다.',
      ),
    ],
  },
  {
    heading: '안전성 확보 조치',
    blocks: [
      list(
        '관리적 조치: 내부 관리계획의 수립과 시행, 개인정보를 다루는 사람의 최소화와 정기 교육',
        '기술적 조치: 비밀번호의 일방향 암호화, 전송 구간의 암호화, 접근 권한의 관리와 접속 기록의 보관, 로그인 시도의 제한',
        '물리적 조치: 서버와 서류를 두는 곳의 출입 통제',
      ),
    ],
  },
  {
    heading: '쿠키와 브라우저 저장소',
    blocks: [
      text('로그인과 안전한 신청을 위하여 다음을 이용자의 브라우저에 저장합니다.'),
      table(
        '브라우저에 저장하는 것',
        ['이름', '목적', '기간'],
        [
          ['__Host-sid, session_hint', '로그인 상태의 유지', '30일'],
          ['__Host-csrf', '위조된 요청의 차단', '1년'],
          ['__Host-social', '소셜 로그인을 시작한 브라우저의 확인', '20분'],
          ['selected_category, promo_snoozed_until', '고른 분류와 안내창 닫기의 기억', '지울 때까지'],
          ['promo_shown, origin_path', '안내창을 닫은 일과 로그인 뒤 돌아갈 화면의 기억', '브라우저를 닫을 때까지'],
          ['analytics_consent, purchases_reported', '방문 통계에 관한 선택과 중복 집계의 방지', '지울 때까지'],
          ['_ga로 시작하는 쿠키 (선택)', '방문 통계. 동의한 때에만 저장', '14개월'],
        ],
      ),
      text(
        '브라우저 설정에서 저장을 거부하거나 지울 수 있습니다. 필수 쿠키를 거부하면 로그인과 신청을 할 수 없습니다.',
      ),
    ],
  },
  {
    heading: '행태정보의 처리',
    blocks: [
      text(
        '방문 통계에 동의한 때에 한하여 화면 방문, 검색어, 누른 서비스를 통계로 봅니다. 이름, 연락처, 아이디와 연결하지 않으며, 맞춤형 광고에 쓰거나 광고 사업자에게 제공하지 않습니다. 연락처로 보이는 검색어는 집계하지 않습니다.',
      ),
    ],
  },
];

const CONTACTS: readonly PolicyArticle[] = [
  {
    heading: '개인정보 보호책임자와 열람 청구',
    blocks: [
      table(
        '연락할 곳',
        ['구분', '담당', '연락처'],
        [
          ['개인정보 보호책임자', FIRM.privacyOfficer, `${FIRM.phone}, ${FIRM.email}`],
          ['열람 청구와 고충 처리', '사무국', `${FIRM.phone} (${FIRM.officeHours}), ${FIRM.email}`],
        ],
      ),
    ],
  },
  {
    heading: '권익침해의 구제',
    blocks: [
      text('다음 기관에 분쟁 조정이나 상담을 신청할 수 있습니다.'),
      table(
        '도움을 받을 수 있는 기관',
        ['기관', '전화', '주소'],
        [
          ['개인정보분쟁조정위원회', '1833-6972', 'www.kopico.go.kr'],
          ['개인정보침해신고센터', '118', 'privacy.kisa.or.kr'],
          ['대검찰청', '1301', 'www.spo.go.kr'],
          ['경찰청', '182', 'ecrm.police.go.kr'],
        ],
      ),
    ],
  },
  {
    heading: '처리방침의 변경',
    blocks: [
      text(
        '처리방침을 바꿀 때에는 시행일과 바뀌는 내용을 시행 7일 전부터 이 화면에 알립니다. 권리에 중요한 변경은 30일 전부터 알립니다.',
      ),
    ],
  },
];

/** The contents that article 30 of the privacy act requires, for the sample firm. */
export const PRIVACY_POLICY: Policy = {
  title: '개인정보 처리방침',
  lead: `${FIRM.name}(이하 “법인”)는 「개인정보 보호법」 제30조에 따라 ${FIRM.centreName}에서 개인정보를 어떻게 다루는지 알려 드립니다.`,
  articles: [...COLLECTION, ...SHARING, ...KEEPING, ...CONTACTS],
  history: [{ effectiveOn: POLICY_VERSION.privacy, change: '제정' }],
};
