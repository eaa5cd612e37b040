import { Link } from '@tanstack/react-router';
import { FIRM } from '#content/firm.ts';
import { ContactPromise } from '#web/lib/navigation/desk-hours.tsx';
import { FOR_SERVING } from '#web/lib/navigation/for-serving.ts';
import { ContourBackdrop } from '#web/ui/artwork/contour-backdrop.tsx';
import { HeroPicture } from './hero-picture.tsx';
import type { HomeContent } from './home-content.ts';

const ACTION =
  'inline-flex min-h-13 items-center justify-center rounded px-3 text-center font-semibold text-small transition-colors duration-150 max-sm:flex-1 sm:px-6 sm:text-body';

type Props = { content: HomeContent['hero']; lawyersNote: string };

/**
 * The first screen: the promise in two lines, the two ways in, and the lawyers who keep it. Its
 * lower edge lies below the situation desk.
 */
export function Hero({ content, lawyersNote }: Props) {
  return (
    <section
      aria-labelledby="hero-heading"
      className="relative isolate overflow-hidden bg-ink-950 pb-24 text-paper md:pb-40"
    >
      <ContourBackdrop className="-z-10 text-brass-300 opacity-[0.13]" />
      <div className="mx-auto grid w-full max-w-page gap-x-8 px-6 pt-[76px] md:pt-[92px] lg:min-h-[540px] lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:pt-[116px]">
        <div className="lg:pb-14">
          <p className="font-semibold text-small text-brass-300">{FIRM.tagline}</p>
          <h1 id="hero-heading" className="mt-2 text-display md:mt-4">
            <span className="block">군 복무 중 생긴 문제,</span>
            <span className="block">담당 변호사가 맡습니다.</span>
          </h1>
          <p className="mt-3 max-w-[520px] md:mt-6 text-paper/80">
            군 복무 사건을 다루는 변호사 세 사람이 직접 검토합니다. 비용은 신청 전에 모두 공개하고,{' '}
            <ContactPromise isSentence />
          </p>
          <div className="mt-5 flex gap-3 md:mt-8">
            <Link to="/services" className={`${ACTION} bg-brass-300 text-ink-950 hover:bg-paper`}>
              패키지 비용 확인하기
            </Link>
            <Link
              to="/services"
              hash="ondemand"
              state={FOR_SERVING}
              className={`${ACTION} border border-brass-300 text-paper hover:bg-paper/10`}
            >
              사건별로 바로 신청하기
            </Link>
          </div>
          <Credentials credentials={content.credentials} note={lawyersNote} />
        </div>
        <HeroPicture sources={content.pictures} text={content.pictureText} />
      </div>
    </section>
  );
}

function Credentials({ credentials, note }: { credentials: Props['content']['credentials']; note: string }) {
  return (
    <>
      <ul
        aria-label="변호사 자격과 경력"
        className="mt-5 grid grid-cols-3 gap-x-3 border-paper/20 border-t pt-4 sm:gap-x-6 md:mt-8 md:pt-5"
      >
        {credentials.map(({ figure, text }) => (
          <li key={figure}>
            <span className="block font-semibold text-brass-300 max-sm:text-small">{figure}</span>
            <span className="block text-caption text-paper/75">{text}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-caption text-paper/75 md:mt-3">{note}</p>
    </>
  );
}
