import { FIRM } from '#content/firm.ts';
import { LAWYERS } from '#content/lawyers.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { Portrait } from '#web/ui/artwork/portrait.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

/** Beside the form, on a phone below it: the people who answer, what asking costs, and the telephone. */
export function WhoAnswers() {
  return (
    <aside aria-labelledby="answers-heading" className="rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 id="answers-heading" className="text-h3 text-ink-900">
        변호사가 직접 답변합니다
      </h2>
      <ul className="mt-4 grid grid-cols-3 gap-3 sm:flex sm:gap-x-5 lg:grid lg:grid-cols-1">
        {LAWYERS.map(({ name, title, face }) => (
          <li
            key={name}
            className="flex items-center gap-x-2.5 gap-y-1.5 text-small max-sm:flex-col max-sm:items-start"
          >
            <Portrait src={face} alt="" size={40} className="size-10 shrink-0 rounded-full" />
            <span>
              <span className="block font-semibold text-ink-900">{name}</span>
              {title}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 border-line border-t pt-4 text-small">
        <strong className="text-ink-900">구매 전 상담은 무료입니다.</strong> 물어보셨다고 신청하셔야 하는 것은 아닙니다.
      </p>
      <a href={`tel:${FIRM.phone}`} className={buttonClass('secondary', 'mt-4 w-full tabular-nums sm:max-lg:w-auto')}>
        {FIRM.phone} 전화하기
      </a>
      <p className="mt-2 text-ink-500 text-small">
        전화 상담: <OfficeTimes />
      </p>
    </aside>
  );
}
