import { Link } from '@tanstack/react-router';
import { PROBLEMS } from '#content/problems.ts';
import { reportSelectService } from '#web/lib/analytics.ts';
import { HomeSection } from './home-section.tsx';

/** The four commonest problems in big type; the whole cell is the link. */
export function ProblemGrid() {
  return (
    <HomeSection id="problems" heading="이런 일이 있나요?" className="border-line border-y bg-surface">
      <ul className="grid border-line border-t md:grid-cols-2">
        {PROBLEMS.map((problem, index) => (
          <li key={problem.serviceId} className={`border-line border-b ${index % 2 === 0 ? 'md:border-r' : ''}`}>
            <Link
              to="/services/$serviceId"
              params={{ serviceId: String(problem.serviceId) }}
              onClick={() => reportSelectService(problem.serviceId)}
              className={`group flex h-full flex-col py-8 transition-colors duration-150 hover:bg-olive-100 md:px-6 md:py-10 lg:px-8 lg:py-12 ${index % 2 === 0 ? 'md:pl-0' : ''}`}
            >
              <span className="text-ink-700">{problem.situation}</span>
              <span className="mt-2 flex items-center justify-between gap-4 text-ink-900 text-title lg:text-h2">
                {problem.title}
                <svg
                  viewBox="0 0 32 32"
                  className="size-8 shrink-0 fill-none stroke-olive-600"
                  strokeWidth="1.75"
                  aria-hidden="true"
                >
                  <path d="M5 16h21m-9-9 9 9-9 9" />
                </svg>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
