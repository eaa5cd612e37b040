import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { BINDING_STATES } from '#shared/rules/letters/letter-state.ts';
import { SELF } from '#shared/rules/soldier.ts';
import { CaseSection } from '#web/features/casework/case-section.tsx';
import { orderQuery } from '#web/features/orders/api.ts';
import { consentsQuery } from '#web/features/participants/api.ts';
import { ConsentList } from '#web/features/participants/consent-list.tsx';
import { InviteClient } from '#web/features/participants/invite-client.tsx';
import { LeaveCase } from '#web/features/participants/leave-case.tsx';
import { ParticipantList } from '#web/features/participants/participant-list.tsx';
import { ShareForm } from '#web/features/participants/share-form.tsx';
import { ViewList } from '#web/features/participants/view-list.tsx';

/** Returns whether the buyer may invite the soldier: until the soldier has joined, while the order is not over. */
function mayInvite({ my_role, status, participants, soldier }: OrderDetail): boolean {
  const isOver = status === 'cancelled' || status === 'error';
  const hasClient = participants.some(({ role, state }) => role === 'client' && state === 'joined');
  return my_role === 'payer' && !isOver && !hasClient && soldier !== null && soldier.relationship !== SELF;
}

/** Returns whether a letter that the client has signed is in force. */
function isSignedLetter({ letter }: OrderDetail): boolean {
  return letter?.document === 'letter' && BINDING_STATES.some((state) => state === letter.state);
}

/** Returns whether the case has a part about who takes part in it. */
export function hasPeopleOf(order: OrderDetail): boolean {
  return mayInvite(order) || order.participants.length > 1;
}

/** Who takes part in a case: the buyer invites, the client consents, shares and sees who read what. */
export function PeopleSection({ order }: { order: OrderDetail }) {
  const { id, soldier, participants } = order;
  const { data: consents = [] } = useQuery(consentsQuery(id));
  const queryClient = useQueryClient();
  const isInviter = mayInvite(order);
  const isShared = consents.some(
    ({ kind, given_at, withdrawn_at }) => kind === 'share' && given_at !== null && withdrawn_at === null,
  );
  return (
    <>
      {hasPeopleOf(order) && (
        <CaseSection id="people" heading="참여자">
          <div className="grid gap-4">
            {participants.length > 1 && <ParticipantList participants={participants} />}
            {isInviter && soldier && (
              <InviteClient
                orderId={id}
                name={soldier.fullname}
                hasPhone={soldier.phone !== null}
                isInvited={participants.some(({ role, state }) => role === 'client' && state === 'invited')}
                onChange={() => queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey })}
              />
            )}
          </div>
        </CaseSection>
      )}
      {consents.length > 0 && (
        <CaseSection id="consents" heading="동의">
          <ConsentList orderId={id} consents={consents} />
        </CaseSection>
      )}
      {order.my_role === 'client' && (
        <>
          <CaseSection id="shares" heading="공개 범위">
            <ShareForm orderId={id} isAllowed={isShared} />
          </CaseSection>
          <CaseSection id="views" heading="누가 무엇을 보았나요">
            <ViewList orderId={id} />
          </CaseSection>
          <CaseSection id="leave" heading="참여 끝내기">
            <LeaveCase orderId={id} isSigned={isSignedLetter(order)} />
          </CaseSection>
        </>
      )}
    </>
  );
}
