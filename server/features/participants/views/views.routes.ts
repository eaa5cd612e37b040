import type { FastifyPluginAsync } from 'fastify';
import { FIRM } from '#content/firm.ts';
import type { Db } from '#server/db/transaction.ts';
import { cutPage, readCursor, sendPart } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/participants/view-calls.ts';
import { type CaseView, caseView, viewsQuery } from '#shared/features/participants/view-schemas.ts';
import type { Area } from '#shared/rules/case-access/areas.ts';
import type { ParticipantDeps } from '../participant-deps.ts';
import { getCaseAccess } from '../participants.access.ts';

const WHAT: Readonly<Record<Area, string>> = {
  progress: '진행 단계와 기한',
  papers: '서류',
  answers: '질문지 답변',
  conversation: '대화',
  letter: '수임계약서',
  appointments: '전화 예약',
};

/** Administrators are named as customers know them. */
async function listViews(db: Db, orderId: number, { limit, after }: { limit: number; after: number | undefined }) {
  let query = db
    .selectFrom('case_views')
    .innerJoin('users', 'users.id', 'case_views.user_id')
    .leftJoin('staff_profiles', 'staff_profiles.user_id', 'case_views.user_id')
    .select(['case_views.id', 'case_views.viewed_at', 'case_views.role', 'case_views.area'])
    .select(['users.fullname', 'staff_profiles.name as publicName'])
    .where('case_views.order_id', '=', orderId)
    .orderBy('case_views.id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('case_views.id', '<', after);
  return cutPage(await query.execute(), limit);
}

type ViewRow = Awaited<ReturnType<typeof listViews>>['rows'][number];

function presentView({ viewed_at, role, area, fullname, publicName }: ViewRow): CaseView {
  const name = role === 'firm' ? publicName || FIRM.centreName : fullname;
  return { at: wireTime(viewed_at), role, name, area, what: WHAT[area] };
}

/** Who read what of a case (contract §8). */
export const viewsRoutes: FastifyPluginAsync<ParticipantDeps> = async (app, { db, clock }) => {
  route(
    app,
    calls.list,
    {
      summary: 'List who read what of the case',
      params: idParam,
      query: viewsQuery,
      answer: caseView.array(),
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const after = readCursor(cursor)?.id;
      const { role, orderId } = await getCaseAccess(db, actorOf(request).id, request.params.id, clock.now());
      if (role !== 'client' && role !== 'both') throw new AppError('ORDER_NOT_FOUND');
      const page = await listViews(db, orderId, { limit, after });
      return sendPart(request, reply, { ...page, rows: page.rows.map(presentView) });
    },
  );
};
