import { Link } from '@tanstack/react-router';
import { CASE_KIND, PACKAGE_KIND } from '#content/service-kinds.ts';
import { reportSelectPromotion } from '#web/lib/analytics.ts';
import { ContourBackdrop } from '#web/ui/artwork/contour-backdrop.tsx';
import { HomeSection } from './home-section.tsx';

const PACKAGE_PROMOTION = {
  promotion_id: 'packages',
  promotion_name: PACKAGE_KIND.title,
  creative_name: 'package_card',
  creative_slot: 'home',
} as const;

/** The two ways to buy, as two cards of different size. */
export function ServiceKinds() {
  return (
    <HomeSection
      id="service-kinds"
      heading="두 가지 방법으로 신청합니다"
      lead="입대를 앞두고 있다면 패키지로 준비하고, 이미 문제가 생겼다면 필요한 서비스만 신청합니다."
    >
      <div className="grid gap-6 lg:grid-cols-[7fr_5fr]">
        <PackageCard />
        <CaseCard />
      </div>
    </HomeSection>
  );
}

function PackageCard() {
  return (
    <article className="relative isolate flex flex-col overflow-hidden rounded-card bg-ink-900 p-8 text-paper md:p-10">
      <ContourBackdrop className="-z-10 text-brass-300 opacity-10" />
      <h3 className="text-h3">{PACKAGE_KIND.title}</h3>
      <p className="mt-4 text-figure text-brass-300">{PACKAGE_KIND.saving}</p>
      <p className="mt-4 max-w-[480px] text-paper/85">{PACKAGE_KIND.summary}</p>
      <KindPoints points={PACKAGE_KIND.points} isDark />
      <p className="mt-6 max-w-[560px] text-small text-paper/75">{PACKAGE_KIND.savingBasis}</p>
      <div className="mt-auto pt-8">
        <Link
          to="/services"
          onClick={() => reportSelectPromotion(PACKAGE_PROMOTION)}
          className="inline-flex min-h-12 items-center rounded bg-brass-300 px-6 font-semibold text-ink-950 transition-colors duration-150 hover:bg-paper"
        >
          패키지 비용 확인하기
        </Link>
      </div>
    </article>
  );
}

function CaseCard() {
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-8 md:p-10">
      <h3 className="text-h3 text-ink-900">{CASE_KIND.title}</h3>
      <p className="mt-4 text-ink-700">{CASE_KIND.summary}</p>
      <KindPoints points={CASE_KIND.points} />
      <div className="mt-auto pt-8">
        <Link
          to="/services"
          hash="ondemand"
          className="inline-flex min-h-12 items-center rounded border border-ink-900 px-6 font-semibold text-ink-900 transition-colors duration-150 hover:bg-ink-900 hover:text-paper"
        >
          사건별로 바로 신청하기
        </Link>
      </div>
    </article>
  );
}

function KindPoints({ points, isDark = false }: { points: readonly string[]; isDark?: boolean }) {
  return (
    <ul className="mt-6 grid gap-2">
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <span
            aria-hidden="true"
            className={`mt-[14px] h-px w-4 shrink-0 ${isDark ? 'bg-brass-300' : 'bg-olive-600'}`}
          />
          {point}
        </li>
      ))}
    </ul>
  );
}
