import { Link } from '@tanstack/react-router';
import { PageHeading } from '#web/ui/page-heading.tsx';

export function InfoPage() {
  return (
    <div className="mx-auto max-w-[680px] px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading title="군 복무 정보" lead="콘텐츠를 준비하고 있습니다." />
      <p className="mt-4">
        병역 제도와 복무 중 절차를 알기 쉽게 정리하고 있습니다. 지금 도움이 필요하시면 상황에 맞는 서비스를 먼저
        확인해주세요.
      </p>
      <p className="mt-6">
        <Link
          to="/services"
          className="inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4"
        >
          서비스 보기
        </Link>
      </p>
    </div>
  );
}
