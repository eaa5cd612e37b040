import { Link } from '@tanstack/react-router';
import { reportSelectPromotion, reportSelectService } from '#web/lib/analytics/analytics.ts';
import { FOR_SERVING } from '#web/lib/navigation/for-serving.ts';
import type { HomeContent } from './home-content.ts';
import { HomeSection } from './home-section.tsx';

const PACKAGE_PROMOTION = { promotion_id: 'packages', creative_name: 'package_card', creative_slot: 'home' } as const;

type Props = Pick<HomeContent, 'packageKind' | 'caseKind'>;

/** The two ways to buy, as two cards of different size. */
export function ServiceKinds({ packageKind, caseKind }: Props) {
  return (
    <HomeSection
      id="service-kinds"
      heading="두 가지 방법으로 신청합니다"
      lead="입대를 앞두고 있다면 패키지로 준비하고, 이미 문제가 생겼다면 필요한 서비스만 신청합니다."
    >
      <div className="grid gap-6 lg:grid-cols-[7fr_5fr]">
        <PackageCard kind={packageKind} />
        <CaseCard kind={caseKind} />
      </div>
    </HomeSection>
  );
}

function PackageCard({ kind }: { kind: Props['packageKind'] }) {
  return (
    <article className="flex flex-col rounded-card bg-ink-900 p-8 text-paper md:p-10">
      <h3 className="text-h3">{kind.title}</h3>
      {kind.from && <p className="mt-3 text-brass-300 text-figure tabular-nums">{kind.from}</p>}
      <p className="mt-4 max-w-[480px] text-paper/85">{kind.summary}</p>
      <ul className="mt-6 grid gap-2">
        {kind.points.map((point) => (
          <li key={point} className="flex gap-3">
            <span aria-hidden="true" className="mt-[14px] h-px w-4 shrink-0 bg-brass-300" />
            {point}
          </li>
        ))}
      </ul>
      <p className="mt-6 max-w-[560px] border-paper/20 border-t pt-4 text-caption text-paper/75">
        <strong className="font-semibold text-brass-300">{kind.saving}</strong> {kind.savingBasis}
      </p>
      <div className="mt-auto pt-8">
        <Link
          to="/services"
          onClick={() => reportSelectPromotion({ ...PACKAGE_PROMOTION, promotion_name: kind.title })}
          className="inline-flex min-h-12 items-center rounded bg-brass-300 px-6 font-semibold text-ink-950 transition-colors duration-150 hover:bg-paper"
        >
          패키지 비용 확인하기
        </Link>
      </div>
    </article>
  );
}

function CaseCard({ kind: { title, summary, services } }: { kind: Props['caseKind'] }) {
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-8 md:p-10">
      <h3 className="text-h3 text-ink-900">{title}</h3>
      <p className="mt-4 text-ink-700">{summary}</p>
      {services.length > 0 && (
        <ul className="mt-6 border-line border-t">
          {services.map((service) => (
            <li key={service.id} className="border-line border-b">
              <Link
                to="/services/$serviceId"
                params={{ serviceId: String(service.id) }}
                onClick={() => reportSelectService(service.id)}
                className="flex min-h-14 items-center justify-between gap-4 py-2 text-ink-900 hover:text-olive-700"
              >
                {service.title}
                <span className="whitespace-nowrap font-bold text-brass-600 text-h4 tabular-nums">{service.price}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto pt-8">
        <Link
          to="/services"
          hash="ondemand"
          state={FOR_SERVING}
          className="inline-flex min-h-12 items-center rounded border border-ink-900 px-6 font-semibold text-ink-900 transition-colors duration-150 hover:bg-ink-900 hover:text-paper"
        >
          사건별로 바로 신청하기
        </Link>
      </div>
    </article>
  );
}
