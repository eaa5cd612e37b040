import type { HomeContent } from './home-content.ts';
import { HomeSection } from './home-section.tsx';

type Stories = HomeContent['stories'];
type Story = Stories[number];

/** Three short case stories, the first one set large: situation, help, outcome. */
export function StoryNotes({ stories, note }: { stories: Stories; note: string }) {
  const [first, ...others] = stories;
  return (
    <HomeSection id="stories" heading="함께 해결한 사건">
      <div className="grid gap-12 lg:grid-cols-[7fr_5fr] lg:gap-16">
        {first && <LargeStory story={first} />}
        <ul className="grid content-start gap-10">
          {others.map((story) => (
            <li key={story.title} className="border-olive-600 border-t-2 pt-5">
              <p className="text-ink-500 text-small">{story.person}</p>
              <h3 className="mt-1 text-h4 text-ink-900">{story.title}</h3>
              <StoryParts story={story} />
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-10 text-ink-500 text-small">{note}</p>
    </HomeSection>
  );
}

function LargeStory({ story }: { story: Story }) {
  return (
    <article className="border-olive-600 border-t-2 pt-6">
      <p className="text-ink-500 text-small">{story.person}</p>
      <h3 className="mt-2 text-h2 text-ink-900">{story.title}</h3>
      <p className="mt-6 text-balance font-bold text-olive-700 text-title">{story.outcome}</p>
      <StoryParts story={story} isLarge />
    </article>
  );
}

/** The outcome of the large story stands above as its headline. */
function StoryParts({ story, isLarge = false }: { story: Story; isLarge?: boolean }) {
  const entries = [
    { term: '상황', text: story.situation },
    { term: '조력', text: story.help },
    ...(isLarge ? [] : [{ term: '결과', text: story.outcome }]),
  ];
  return (
    <dl className={isLarge ? 'mt-8' : 'mt-3 text-small'}>
      {entries.map((entry) => (
        <div
          key={entry.term}
          className={`grid grid-cols-[48px_1fr] items-baseline gap-x-3 border-line border-t ${isLarge ? 'py-5' : 'py-3'}`}
        >
          <dt className="font-semibold text-olive-700 text-small">{entry.term}</dt>
          <dd className={entry.term === '결과' ? 'font-semibold text-ink-900' : 'text-ink-700'}>{entry.text}</dd>
        </div>
      ))}
    </dl>
  );
}
