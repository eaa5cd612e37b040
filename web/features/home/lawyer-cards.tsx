import { Link } from '@tanstack/react-router';
import { LAWYERS } from '#content/lawyers.ts';
import { MonogramPortrait } from '#web/ui/artwork/monogram-portrait.tsx';
import { HomeSection } from './home-section.tsx';
import { LawyerFields } from './lawyer-fields.tsx';

const TILTS = [-14, 24, -38];

export function LawyerCards() {
  return (
    <HomeSection
      id="lawyers"
      heading="직접 맡는 변호사"
      lead="신청하신 사건은 아래 변호사가 직접 검토하고 서류에 이름을 적습니다."
    >
      <ul className="grid gap-6 md:grid-cols-3">
        {LAWYERS.map((lawyer, index) => (
          <li key={lawyer.name} className="overflow-hidden rounded-card border border-line bg-surface">
            <MonogramPortrait monogram={lawyer.monogram} tilt={TILTS[index] ?? 0} />
            <div className="p-6">
              <h3 className="text-h3 text-ink-900">
                {lawyer.name} <span className="font-normal text-small text-ink-500">{lawyer.title}</span>
              </h3>
              <LawyerFields fields={lawyer.fields} />
              <p className="mt-4 text-ink-700">{lawyer.introduction}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <Link
          to="/about"
          className="inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4"
        >
          변호사와 구성원 전체 보기
        </Link>
      </p>
    </HomeSection>
  );
}
