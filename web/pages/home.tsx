import { getRouteApi } from '@tanstack/react-router';
import { useAuth } from '#web/features/accounts/auth.ts';
import { useConsent } from '#web/features/analytics/consent.ts';
import { BookBanner } from '#web/features/home/book-banner.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { LawyerCards } from '#web/features/home/lawyer-cards.tsx';
import { PromoPopup } from '#web/features/home/promo-popup.tsx';
import { ServiceKinds } from '#web/features/home/service-kinds.tsx';
import { SituationDesk } from '#web/features/home/situation-desk.tsx';
import { StoryNotes } from '#web/features/home/story-notes.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';

const route = getRouteApi('/');

/** Loads only for those who are logged in. */
const NewAnswers = latePart(
  async () => (await import('#web/features/consultations/unread/new-answers.tsx')).NewAnswers,
  { says: 'nowhere' },
);

export function HomePage() {
  const auth = useAuth();
  const content = route.useLoaderData();
  const isAsking = useConsent() === 'undecided';
  // Its code could not be loaded: the router reloads the document.
  if (!content) return null;
  return (
    <>
      <Hero content={content.hero} lawyersNote={content.lawyersNote} />
      <div className="-mt-12 md:-mt-24">
        <SituationDesk
          rows={content.desk}
          tab={auth.status === 'loggedIn' && <NewAnswers accountId={auth.user.id} />}
        />
      </div>
      <ServiceKinds packageKind={content.packageKind} caseKind={content.caseKind} />
      <LawyerCards lawyers={content.lawyers} note={content.lawyersNote} />
      <StoryNotes stories={content.stories} note={content.storiesNote} />
      <BookBanner />
      {/* Never over the question for consent. */}
      <PromoPopup isHeld={isAsking} />
    </>
  );
}
