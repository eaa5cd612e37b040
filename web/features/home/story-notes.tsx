import { STORIES, STORIES_NOTE, type Story } from '#content/stories.ts';
import { HomeSection } from './home-section.tsx';

/** Three short case stories: situation, help, outcome. */
export function StoryNotes() {
  return (
    <HomeSection id="stories" heading="함께 해결한 사건" className="border-line border-t bg-surface">
      <ul className="grid gap-10 md:grid-cols-3 md:gap-x-6 md:gap-y-0">
        {STORIES.map((story) => (
          <StoryNote key={story.title} story={story} />
        ))}
      </ul>
      <p className="mt-10 text-small text-ink-500">{STORIES_NOTE}</p>
    </HomeSection>
  );
}

function StoryNote({ story }: { story: Story }) {
  const entries = [
    { term: '상황', text: story.situation },
    { term: '조력', text: story.help },
    { term: '결과', text: story.outcome },
  ];
  return (
    // Aligns the rows of the three stories.
    <li className="border-olive-600 border-t-2 pt-5 md:row-span-4 md:grid md:grid-rows-subgrid">
      <div className="pb-5">
        <p className="text-small text-ink-500">{story.person}</p>
        <h3 className="mt-1 text-h3 text-ink-900">{story.title}</h3>
      </div>
      <dl className="md:row-span-3 md:grid md:grid-rows-subgrid">
        {entries.map((entry) => (
          <div key={entry.term} className="grid grid-cols-[48px_1fr] items-baseline gap-x-3 border-line border-t py-4">
            <dt className="font-semibold text-small text-olive-700">{entry.term}</dt>
            <dd className={entry.term === '결과' ? 'font-semibold text-ink-900' : 'text-ink-700'}>{entry.text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
