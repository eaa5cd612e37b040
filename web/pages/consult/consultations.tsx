import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useHydrated, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { OfficeHours } from '#web/features/consultations/office-hours.tsx';
import { OwnConversations } from '#web/features/consultations/own-conversations.tsx';
import type { StartSubject } from '#web/features/consultations/start-form.tsx';
import { WhoAnswers } from '#web/features/consultations/who-answers.tsx';
import { serviceQuery } from '#web/features/services/api.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/consult');

const PENDING = <Skeleton className="h-[420px] w-full" />;

/** Has a form, whose code loads on demand. */
const StartForm = latePart(async () => (await import('#web/features/consultations/start-form.tsx')).StartForm, {
  pending: PENDING,
  says: 'in place',
});

/** Asks a question, also without a login; a user's own conversations are listed below. */
export function ConsultationsPage() {
  const search = route.useSearch();
  // The server renders this page once for all queries: see the login.
  const isHydrated = useHydrated();
  const { serviceId, previousId } = isHydrated ? search : {};
  const auth = useAuth();
  const start = (accountId: number | undefined) => (
    <section aria-labelledby="start-heading" className="rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 id="start-heading" className="mb-4 text-h3 text-ink-900">
        새 상담
      </h2>
      {isHydrated ? <Start accountId={accountId} serviceId={serviceId} previousId={previousId} /> : PENDING}
    </section>
  );
  return (
    <div className="mx-auto max-w-page px-6 pt-[92px] pb-18 md:pt-[124px] md:pb-28">
      <PageHeading
        title="상담"
        lead="있었던 일을 그대로 적어주세요. 어떤 서비스가 맞는지 모르셔도 됩니다. 구매 전 상담은 무료입니다."
      />
      {auth.status === 'loggedIn' ? (
        <OfficeHours className="mt-3 text-ink-900" />
      ) : (
        <p className="mt-3 min-h-6 text-ink-900 text-small">
          <OfficeTimes />에 보내신 순서대로 답변드립니다. 그 밖의 시간에 보내시면 다음 영업일에 답변드립니다.
        </p>
      )}
      <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start lg:gap-8">
        <div>
          {auth.status === 'unknown' && PENDING}
          {auth.status === 'loggedOut' && start(undefined)}
          {auth.status === 'loggedIn' && (
            <OwnConversations
              accountId={auth.user.id}
              serviceId={serviceId}
              isAsked={serviceId !== undefined || previousId !== undefined}
              start={start(auth.user.id)}
            />
          )}
        </div>
        <WhoAnswers />
      </div>
    </div>
  );
}

type StartProps = {
  /** Undefined for a visitor, who logs in on sending. */
  accountId: number | undefined;
  serviceId: number | undefined;
  previousId: number | undefined;
};

function Start({ accountId, serviceId, previousId }: StartProps) {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const { data: service, isPending } = useQuery({
    ...serviceQuery(catalogue, serviceId ?? 0),
    enabled: serviceId !== undefined,
  });
  const navigate = useNavigate();
  const from = safeReturnTo(useLocation({ select: ({ href }) => href }));
  const open = ({ id }: Conversation) =>
    void navigate({ to: '/consult/$conversationId', params: { conversationId: String(id) } });
  if (serviceId !== undefined && isPending) return PENDING;
  const previous: StartSubject = previousId === undefined ? {} : { previousId };
  const about = service ? { serviceId: service.id, suggested: `${service.title} 구매 전 문의` } : previous;
  return (
    <>
      {service && <p className="mb-4 text-small">{`문의할 서비스: ${service.title}`}</p>}
      <StartForm
        accountId={accountId}
        about={about}
        onOpened={open}
        onLoginNeeded={(way) => void navigate({ to: way, search: { from } })}
      />
    </>
  );
}
