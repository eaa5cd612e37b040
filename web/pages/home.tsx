import { BookBanner } from '#web/features/home/book-banner.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { LawyerCards } from '#web/features/home/lawyer-cards.tsx';
import { ProblemGrid } from '#web/features/home/problem-grid.tsx';
import { PromoPopup } from '#web/features/home/promo-popup.tsx';
import { ServiceKinds } from '#web/features/home/service-kinds.tsx';
import { StoryNotes } from '#web/features/home/story-notes.tsx';

export function HomePage() {
  return (
    <>
      <Hero />
      <ServiceKinds />
      <ProblemGrid />
      <LawyerCards />
      <StoryNotes />
      <BookBanner />
      <PromoPopup />
    </>
  );
}
