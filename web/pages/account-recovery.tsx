import { Link } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

export function AccountRecoveryPage() {
  return (
    <div className="mx-auto max-w-[488px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading
        title="아이디·비밀번호 찾기"
        lead="센터에 연락하시면 본인 확인을 거쳐 아이디를 알려드리고 비밀번호를 다시 정하실 수 있게 도와드립니다."
      />
      <dl className="mt-8 grid grid-cols-[88px_1fr] gap-x-4 gap-y-2">
        <dt className="py-2 text-ink-500">전화</dt>
        <dd>
          <a href={`tel:${FIRM.phone}`} className={TEXT_LINK}>
            {FIRM.phone}
          </a>
          <span className="block text-[15px]/[24px] text-ink-500">{FIRM.officeHours}</span>
        </dd>
        <dt className="py-2 text-ink-500">전자우편</dt>
        <dd>
          <a href={`mailto:${FIRM.email}`} className={TEXT_LINK}>
            {FIRM.email}
          </a>
          <span className="block text-[15px]/[24px] text-ink-500">가입하신 이름과 전화번호를 함께 적어주세요.</span>
        </dd>
      </dl>
      <p className="mt-8 border-line border-t pt-4">
        <Link to="/login" className={TEXT_LINK}>
          로그인으로 돌아가기
        </Link>
      </p>
    </div>
  );
}
