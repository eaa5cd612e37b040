import { ADVISORY_MEMBERS, type CentreMember, EXPERT_MEMBER, STAFF } from '#content/centre-members.ts';
import { FIRM } from '#content/firm.ts';
import { LAWYERS, LAWYERS_NOTE, type Lawyer } from '#content/lawyers.ts';
import { WayThere } from '#web/features/about/way-there.tsx';
import { LawyerFields } from '#web/features/home/lawyer-fields.tsx';
import { Portrait } from '#web/ui/artwork/portrait.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

export function AboutPage() {
  return (
    <div className="mx-auto max-w-page px-6 pt-[108px] pb-18 md:pt-[140px] md:pb-28">
      <PageHeading
        title="센터 소개"
        lead={`${FIRM.name} ${FIRM.centreName}는 입대 전부터 전역 후까지, 군 복무와 관련한 법률 문제만 다룹니다.`}
      />
      <Lawyers />
      <div className="mt-18 grid gap-14 md:mt-28">
        <Members id="expert" heading="전문위원" members={[EXPERT_MEMBER]} />
        <Members id="advisory" heading="자문위원" members={ADVISORY_MEMBERS} />
        <Members id="staff" heading="사무국" members={STAFF} />
      </div>
      <WayThere />
    </div>
  );
}

function Lawyers() {
  return (
    <section aria-labelledby="lawyers-heading" className="mt-12 md:mt-16">
      <h2 id="lawyers-heading" className={H2}>
        변호사
      </h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {LAWYERS.map((lawyer) => (
          <li key={lawyer.name} className="overflow-hidden rounded-card border border-line bg-surface">
            <Portrait src={lawyer.portrait} alt="" size={480} className="aspect-4/3 md:aspect-square" />
            <div className="p-6">
              <h3 className="text-h3 text-ink-900">
                {lawyer.name} <span className="font-normal text-ink-500 text-small">{lawyer.title}</span>
              </h3>
              <LawyerFields fields={lawyer.fields} />
              <p className="mt-4">{lawyer.introduction}</p>
              <LawyerFacts lawyer={lawyer} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ink-500 text-small">{LAWYERS_NOTE}</p>
    </section>
  );
}

function LawyerFacts({ lawyer }: { lawyer: Lawyer }) {
  const facts = [
    { term: '자격', lines: lawyer.qualifications },
    { term: '경력', lines: [`변호사 ${lawyer.years}년`, ...lawyer.career] },
  ];
  return (
    <dl className="mt-5 text-small">
      {facts.map(({ term, lines }) => (
        <div key={term} className="grid grid-cols-[48px_1fr] gap-x-3 border-line border-t py-3 md:max-lg:grid-cols-1">
          <dt className="font-semibold text-olive-700">{term}</dt>
          <dd>
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type MembersProps = { id: string; heading: string; members: readonly CentreMember[] };

function Members({ id, heading, members }: MembersProps) {
  return (
    <section aria-labelledby={`${id}-heading`} className="grid gap-x-12 gap-y-4 md:grid-cols-[240px_1fr]">
      <h2 id={`${id}-heading`} className={H2}>
        {heading}
      </h2>
      <ul className="sm:grid sm:grid-cols-2 sm:gap-x-12">
        {members.map((member) => (
          <li key={member.name} className="border-line border-t py-4">
            <p>
              <span className="font-semibold text-ink-900">{member.name}</span>{' '}
              <span className="text-small text-ink-500">{member.title}</span>
            </p>
            <p className="text-small">{member.role}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const H2 = 'text-h2 text-ink-900';
