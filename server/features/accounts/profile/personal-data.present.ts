import type { z } from 'zod';
import type { Actor } from '#server/http/session.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { personalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { PersonalFacts } from './personal-data.queries.ts';

type Wire = z.input<typeof personalData>;

/** The parts of the file that may have any number of rows; they are written in slices. */
export type LongList = 'notices' | 'logins' | 'soldiers' | 'orders' | 'conversations' | 'files' | 'mails';

export function withWireTime<Row extends { created_at: Date | string }>(row: Row): Row & { created_at: string } {
  return { ...row, created_at: wireTime(row.created_at) };
}

/** Presents the parts of the own-data file that have few rows. */
export function presentPersonalFacts(actor: Actor, data: PersonalFacts, now: Date): Omit<Wire, LongList> {
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
    sessions: data.sessions.map((session) => ({
      created_at: wireTime(session.created_at),
      expires_at: wireTime(session.expires_at),
      last_used_at: wireTime(session.last_used_at),
      address: session.address,
      browser: session.user_agent,
    })),
  };
}
