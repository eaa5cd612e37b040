import { ADVISORY_MEMBERS, type CentreMember, EXPERT_MEMBER, STAFF } from '#content/centre-members.ts';
import { FIRM } from '#content/firm.ts';
import { LAWYERS } from '#content/lawyers.ts';
import { LawyerFields } from '#web/features/home/lawyer-fields.tsx';
import { MonogramPortrait } from '#web/ui/artwork/monogram-portrait.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';

const TILTS = [-14, 24, -38];

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
      <Contact />
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
        {LAWYERS.map((lawyer, index) => (
          <li key={lawyer.name} className="overflow-hidden rounded-card border border-line bg-surface">
            <MonogramPortrait monogram={lawyer.monogram} tilt={TILTS[index] ?? 0} />
            <div className="p-6">
              <h3 className="text-h3 text-ink-900">
                {lawyer.name} <span className="font-normal text-small text-ink-500">{lawyer.title}</span>
              </h3>
              <LawyerFields fields={lawyer.fields} />
              <p className="mt-4">{lawyer.introduction}</p>
              <ul className="mt-5 grid gap-1 border-line border-t pt-4 text-small">
                {lawyer.career.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
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

function Contact() {
  return (
    <section aria-labelledby="contact-heading" className="mt-14 grid gap-x-12 gap-y-4 md:grid-cols-[240px_1fr]">
      <h2 id="contact-heading" className={H2}>
        오시는 길과 연락처
      </h2>
      <dl className="grid gap-x-6 border-line border-t pt-3 sm:grid-cols-[120px_1fr]">
        <dt className={TERM}>주소</dt>
        <dd className="pb-2 sm:py-2">{FIRM.address}</dd>
        <dt className={TERM}>전화</dt>
        <dd>
          <a href={`tel:${FIRM.phone}`} className={TEXT_LINK}>
            {FIRM.phone}
          </a>{' '}
          <span className="text-ink-500">({FIRM.officeHours})</span>
        </dd>
        <dt className={TERM}>이메일</dt>
        <dd>
          <a href={`mailto:${FIRM.email}`} className={TEXT_LINK}>
            {FIRM.email}
          </a>
        </dd>
      </dl>
    </section>
  );
}

const H2 = 'text-h2 text-ink-900';
const TERM = 'pt-2 font-semibold text-small text-ink-900 sm:py-2.5';
