import { FIRM } from '#content/firm.ts';
import { WAY_THERE } from '#content/way-there.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';
import { OfficeMap } from './office-map.tsx';

const TERM = 'pt-2 font-semibold text-small text-ink-900 sm:py-2.5';

/** Where the office is, how to reach it, and how to call. */
export function WayThere() {
  return (
    <section aria-labelledby="contact-heading" className="mt-18 md:mt-28">
      <h2 id="contact-heading" className="text-h2 text-ink-900">
        오시는 길과 연락처
      </h2>
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <div>
          <OfficeMap />
          <p className="mt-2 text-caption text-ink-500">약도와 찾아오는 방법은 예시입니다.</p>
        </div>
        <dl className="grid content-start gap-x-6 border-line border-t pt-3 sm:grid-cols-[88px_1fr]">
          <dt className={TERM}>주소</dt>
          <dd className="pb-2 sm:py-2">{FIRM.address}</dd>
          <dt className={TERM}>전화</dt>
          <dd>
            <a href={`tel:${FIRM.phone}`} className={TEXT_LINK}>
              {FIRM.phone}
            </a>{' '}
            <span className="text-ink-500">
              (<OfficeTimes />)
            </span>
          </dd>
          <dt className={TERM}>이메일</dt>
          <dd>
            <a href={`mailto:${FIRM.email}`} className={TEXT_LINK}>
              {FIRM.email}
            </a>
          </dd>
          {WAY_THERE.map(({ by, text }) => (
            <div key={by} className="contents">
              <dt className={TERM}>{by}</dt>
              <dd className="pb-2 sm:py-2">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
