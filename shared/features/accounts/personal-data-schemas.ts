import { z } from 'zod';
import { id, militaryStatus, timestamp, won } from '#shared/contract/fields.ts';
import { orderProof } from '#shared/features/orders/money-schemas.ts';
import { orderCase } from '#shared/features/orders/schemas.ts';
import { caseRole } from '#shared/features/participants/schemas.ts';
import { soldier } from '#shared/features/soldiers/schemas.ts';

const soldierCopy = z.object({ fullname: z.string(), relationship: z.string(), military_status: z.string() });

/** Everything that is kept about the person who asks, in one file for them to keep. */
export const personalData = z.object({
  made_at: timestamp,
  account: z.object({
    user_id: z.string(),
    fullname: z.string(),
    phone: z.string(),
    email: z.string(),
    military_status: militaryStatus.nullable(),
    created_at: timestamp,
  }),
  /** Providers that the person can log in with. */
  social_logins: z.array(z.object({ provider: z.string(), created_at: timestamp })),
  consents: z.array(
    z.object({ document: z.string(), version: z.string(), agreed_at: timestamp, withdrawn_at: timestamp.nullable() }),
  ),
  /** Every consent to advertising and every withdrawal, oldest first. */
  marketing_consents: z.array(
    z.object({
      channel: z.string(),
      is_given: z.boolean(),
      source: z.string(),
      version: z.string(),
      changed_at: timestamp,
    }),
  ),
  /** How the number was proved. Of the identity check nothing else is kept that could be read. */
  phone_proofs: z.array(z.object({ method: z.string(), phone: z.string(), proven_at: timestamp })),
  second_factors: z.array(
    z.object({ kind: z.string(), name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() }),
  ),
  /** Browsers that logged in before; each holds a secret of its own, which is not shown. */
  known_devices: z.array(z.object({ created_at: timestamp, expires_at: timestamp })),
  notice_settings: z.array(
    z.object({ kind: z.string(), channel: z.string(), is_on: z.boolean(), changed_at: timestamp }),
  ),
  /** Holds what was sent, and to which number. */
  notices: z.array(
    z.object({
      kind: z.string(),
      channel: z.string(),
      phone: z.string().nullable(),
      state: z.string(),
      created_at: timestamp,
      sent_at: timestamp.nullable(),
    }),
  ),
  /** The devices that are logged in. */
  sessions: z.array(
    z.object({
      created_at: timestamp,
      expires_at: timestamp,
      last_used_at: timestamp,
      address: z.string(),
      browser: z.string(),
    }),
  ),
  logins: z.array(
    z.object({
      created_at: timestamp,
      result: z.string(),
      method: z.string(),
      address: z.string(),
      browser: z.string(),
    }),
  ),
  soldiers: z.array(soldier.omit({ id: true }).extend({ created_at: timestamp })),
  orders: z.array(
    z.object({
      id,
      order_number: z.string(),
      service_title: z.string(),
      selected_plan: z.string(),
      my_role: caseRole,
      /** Null, and no payments below, for a person who does not pay. */
      price: won.nullable(),
      paid_price: won.nullable(),
      status: z.string(),
      soldier: soldierCopy.nullable(),
      ...orderCase.shape,
      created_at: timestamp,
      /** Versions of the terms that were agreed to with the order. */
      agreed_terms: z.array(
        z.object({ filename: z.string(), title: z.string(), version: z.int(), agreed_at: timestamp }),
      ),
      timeline: z.array(z.object({ status: z.string(), note: z.string(), created_at: timestamp })),
      payments: z.array(
        z.object({ receipt_id: z.string(), state: z.string(), method: z.string(), paid_at: timestamp.nullable() }),
      ),
      refund_requests: z.array(z.object({ state: z.string(), amount: won, reason: z.string(), created_at: timestamp })),
      refunds: z.array(
        z.object({
          receipt_id: z.string(),
          amount: won,
          reason: z.string(),
          state: z.string(),
          created_at: timestamp,
        }),
      ),
      /** The receipt for the tax office. */
      proof: orderProof,
      steps: z.array(
        z.object({
          title: z.string(),
          due_on: z.string().nullable(),
          done_at: timestamp.nullable(),
          note: z.string(),
        }),
      ),
      /** Holds what administrators wrote down about the order; for the buyer until a client has joined. */
      notes: z.array(z.object({ text: z.string(), created_at: timestamp })),
      /** Calls that were booked; `contacted_at` is when the firm called. */
      callbacks: z.array(
        z.object({
          starts_at: timestamp,
          ends_at: timestamp,
          contacted_at: timestamp.nullable(),
          created_at: timestamp,
        }),
      ),
    }),
  ),
  /** Answers to the questions of cases. */
  answers: z.array(
    z.object({ order_number: z.string(), question: z.string(), answer: z.string(), answered_at: timestamp }),
  ),
  /** Consents within cases; a withdrawn one stays. */
  case_consents: z.array(
    z.object({
      order_number: z.string(),
      kind: z.string(),
      version: z.string(),
      given_at: timestamp,
      withdrawn_at: timestamp.nullable(),
    }),
  ),
  /** Letters and sheets that the person signed in cases, with what is kept of each signature. */
  signatures: z.array(
    z.object({
      order_number: z.string(),
      document: z.string(),
      role: z.string(),
      html: z.string(),
      name: z.string(),
      consent: z.string(),
      address: z.string(),
      browser: z.string(),
      signed_at: timestamp,
    }),
  ),
  /**
   * With the texts of both sides; files are named by their id in `files` where they are the
   * person's own.
   */
  conversations: z.array(
    z.object({
      id,
      subject: z.string(),
      order_number: z.string().nullable(),
      status: z.string(),
      created_at: timestamp,
      closed_at: timestamp.nullable(),
      messages: z.array(
        z.object({
          seq: z.int(),
          kind: z.string(),
          author: z.string(),
          text: z.string(),
          created_at: timestamp,
          files: z.array(id),
        }),
      ),
    }),
  ),
  files: z.array(
    z.object({
      id,
      filename: z.string(),
      media_type: z.string(),
      size: z.int(),
      sha256: z.string(),
      created_at: timestamp,
    }),
  ),
  mails: z.array(z.object({ kind: z.string(), recipient: z.string(), state: z.string(), created_at: timestamp })),
});
export type PersonalData = z.infer<typeof personalData>;
