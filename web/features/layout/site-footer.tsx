import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FIRM, ftcBusinessUrl } from '#content/firm.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { FOOTER_PAGES } from './nav-links.ts';
import { RefundPolicyButton } from './refund-policy-button.tsx';

const LINK = 'underline underline-offset-4 transition-colors duration-150 hover:text-paper';

/** The guidelines on privacy policies ask that their link stands out from its neighbours. */
const PROMINENT = 'font-bold text-paper';
const POLICY_LINK = `inline-flex min-h-11 items-center ${LINK}`;

/** In the dense legal details: high enough for a thumb on touch screens only. */
const CONTACT_LINK = `max-md:inline-flex max-md:min-h-11 max-md:items-center ${LINK}`;

type Props = {
  /** On pages with one task, such as the payment: the details open on demand. */
  isFolded: boolean;
};

/** The firm's legal details, which the e-commerce act requires, and its policies. */
export function SiteFooter({ isFolded }: Props) {
  return (
    <footer className="print:hidden bg-ink-950 text-small/6.5 text-paper/75">
      <div className={`mx-auto max-w-page px-6 ${isFolded ? 'py-6' : 'py-14'}`}>
        <p className="font-bold text-body text-paper">{FIRM.centreName}</p>
        <p>{FIRM.name}</p>
        {isFolded ? (
          <details>
            <summary className="inline-flex min-h-11 items-center underline underline-offset-4">사업자 정보</summary>
            <LegalDetails />
          </details>
        ) : (
          <LegalDetails />
        )}
        <div
          className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-paper/15 border-t pt-4 ${isFolded ? 'mt-3' : 'mt-8'}`}
        >
          <nav aria-label="약관 및 정책" className="flex flex-wrap gap-x-6">
            {FOOTER_PAGES.map(({ path, title }) => (
              <Link key={path} to={path} className={`${POLICY_LINK} ${path === '/privacy' ? PROMINENT : ''}`}>
                {title}
              </Link>
            ))}
            <RefundPolicyButton className={POLICY_LINK} />
          </nav>
          <p>{FIRM.priceNote}</p>
        </div>
      </div>
    </footer>
  );
}

function LegalDetails() {
  return (
    <dl className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-1 md:grid-cols-2">
      <Item label="대표변호사">{FIRM.representatives.join(', ')}</Item>
      <Item label="광고책임변호사">{FIRM.advertisingLawyer}</Item>
      <Item label="주소">{FIRM.address}</Item>
      <Item label="불만 처리">{FIRM.complaintsAddress}</Item>
      <Item label="전화">
        <a href={`tel:${FIRM.phone}`} className={CONTACT_LINK}>
          {FIRM.phone}
        </a>{' '}
        <span className="min-[360px]:whitespace-nowrap">
          (<OfficeTimes />)
        </span>
      </Item>
      <Item label="이메일">
        <a href={`mailto:${FIRM.email}`} className={CONTACT_LINK}>
          {FIRM.email}
        </a>
      </Item>
      <Item label="사업자등록번호">
        {FIRM.businessNumber}{' '}
        <a
          href={ftcBusinessUrl(FIRM.businessNumber)}
          target="_blank"
          rel="noopener noreferrer"
          className={`whitespace-nowrap ${CONTACT_LINK}`}
        >
          사업자정보 확인<span className="sr-only"> (새 창)</span>
        </a>
      </Item>
      <Item label="통신판매업신고">{FIRM.mailOrderNumber}</Item>
      <Item label="개인정보 보호책임자">{FIRM.privacyOfficer}</Item>
      <Item label="호스팅 제공자">{FIRM.hostingProvider}</Item>
    </dl>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="w-[132px] shrink-0 text-paper/60 max-[359px]:w-[108px]">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
