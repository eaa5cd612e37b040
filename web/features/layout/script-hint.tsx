import { FIRM } from '#content/firm.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { BLOG_LINK, HEADER_PAGES } from './nav-links.ts';

type Props = { className?: string };

/**
 * For browsers without scripts. React renders the text on the server only, so the others do not
 * download it.
 */
export function ScriptHint(props: Props) {
  return <noscript>{import.meta.env.SSR && <Hint {...props} />}</noscript>;
}

/**
 * Says what does not work without scripts, how to reach the firm, and repeats the links of the
 * menu.
 */
function Hint({ className = '' }: Props) {
  return (
    <div className={`bg-olive-100 text-small text-ink-900 ${className}`}>
      <div className="mx-auto max-w-page px-6 py-3">
        <p>
          로그인, 검색, 신청과 결제에는 자바스크립트가 필요합니다. 브라우저 설정에서 자바스크립트를 켜시거나 전화{' '}
          <a href={`tel:${FIRM.phone}`} className="whitespace-nowrap font-semibold underline underline-offset-4">
            {FIRM.phone}
          </a>{' '}
          (<OfficeTimes />
          )로 문의해주세요.
        </p>
        <nav aria-label="바로가기" className="flex flex-wrap gap-x-6 lg:hidden">
          {[...HEADER_PAGES.map(({ path, title }) => ({ href: path, label: title })), BLOG_LINK].map(
            ({ href, label }) => (
              <a
                key={href}
                href={href}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {label}
              </a>
            ),
          )}
        </nav>
      </div>
    </div>
  );
}
