import type { z } from 'zod';
import type { TextReader } from '#server/features/orders/state/order-texts.ts';
import type { Actor } from '#server/http/session.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { PersonalData } from './personal-data.queries.ts';
import { presentPersonalOrder } from './personal-orders.present.ts';

/** Conversations and files are read and presented by their own feature. */
type Wire = Omit<z.input<typeof personalData>, 'conversations' | 'files'>;

function withWireTime<Row extends { created_at: Date | string }>(row: Row): Row & { created_at: string } {
  return { ...row, created_at: wireTime(row.created_at) };
}

/** Presents everything about an account for the download of the user's own data. */
export function presentPersonalData(
  actor: Actor,
  data: PersonalData,
  { now, texts }: { now: Date; texts: TextReader },
): Wire {
  const { user_id, fullname, phone, email, military_status, created_at } = actor;
  return {
    made_at: wireTime(now),
    account: { user_id, fullname, phone, email, military_status, created_at: wireTime(created_at) },
    social_logins: data.socialLogins.map(withWireTime),
    consents: data.consents.map((consent) => ({
      ...consent,
      agreed_at: wireTime(consent.agreed_at),
      withdrawn_at: wireTimeOrNull(consent.withdrawn_at),
    })),
    phone_proofs: data.phoneProofs.map((proof) => ({ ...proof, proven_at: wireTime(proof.proven_at) })),
    second_factors: data.secondFactors.map((factor) => ({
      ...withWireTime(factor),
      last_used_at: wireTimeOrNull(factor.last_used_at),
    })),
    known_devices: data.knownDevices.map((device) => ({
      ...withWireTime(device),
      expires_at: wireTime(device.expires_at),
    })),
    notice_settings: data.noticeSettings.map((setting) => ({ ...setting, changed_at: wireTime(setting.changed_at) })),
    notices: data.notices.map((notice) => ({ ...withWireTime(notice), sent_at: wireTimeOrNull(notice.sent_at) })),
    sessions: data.sessions.map((session) => ({
      created_at: wireTime(session.created_at),
      expires_at: wireTime(session.expires_at),
      last_used_at: wireTime(session.last_used_at),
      address: session.address,
      browser: session.user_agent,
    })),
    logins: data.logins.map(({ user_agent, ...login }) => ({ ...withWireTime(login), browser: user_agent })),
    soldiers: data.soldiers.map(withWireTime),
    orders: data.orders.map((order) => presentPersonalOrder(order, texts)),
    mails: data.mails.map(withWireTime),
  };
}
