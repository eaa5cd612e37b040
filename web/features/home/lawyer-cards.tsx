import { Link } from '@tanstack/react-router';
import { Portrait } from '#web/ui/artwork/portrait.tsx';
import type { HomeContent } from './home-content.ts';
import { HomeSection } from './home-section.tsx';
import { LawyerFields } from './lawyer-fields.tsx';

type Props = { lawyers: HomeContent['lawyers']; note: string };

export function LawyerCards({ lawyers, note }: Props) {
  return (
    <HomeSection
      id="lawyers"
      heading="직접 맡는 변호사"
      lead="신청하신 사건은 아래 변호사가 직접 검토하고 서류에 이름을 적습니다."
      className="border-line border-y bg-surface"
    >
      <ul className="grid gap-6 md:grid-cols-3">
        {lawyers.map((lawyer) => (
          <li
            key={lawyer.name}
            className="grid grid-cols-[112px_1fr] content-start overflow-hidden rounded-card border border-line bg-paper md:block"
          >
            <Portrait src={lawyer.portrait} alt="" size={480} className="md:aspect-6/5 max-md:h-full" />
            <div className="p-5 md:p-6">
              <h3 className="text-h3 text-ink-900">
                {lawyer.name} <span className="font-normal text-small text-ink-500">{lawyer.title}</span>
              </h3>
              <p className="text-ink-700 text-small">경력 {lawyer.years}년</p>
              <LawyerFields fields={lawyer.fields} />
              <p className="mt-4 text-ink-700 max-md:hidden">{lawyer.introduction}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ink-500 text-small">{note}</p>
      <p className="mt-2">
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
