import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type {
  AdminLetter,
  CustodyBody,
  DeclineLetterBody,
  LetterBody,
  LetterFile,
  OwnLetter,
  SignLetterBody,
  UpdateLetterBody,
} from './schemas.ts';

/** The letter of a case, or the payer's sheet, as far as the person may read it. */
export const get = call<{ params: IdParam; answer: OwnLetter }>('GET', '/api/orders/:id/letter', { access: 'user' });

/** Signs the letter, or the payer's sheet; the same `client_id` again changes nothing. */
export const sign = call<{ params: IdParam; body: SignLetterBody; answer: OwnLetter }>(
  'POST',
  '/api/orders/:id/letter/sign',
  { access: 'user' },
);

export const decline = call<{ params: IdParam; body: DeclineLetterBody; answer: OwnLetter }>(
  'POST',
  '/api/orders/:id/letter/decline',
  { access: 'user' },
);

/** The guardian who signs is the only one: "한 분만 친권자". */
export const setCustody = call<{ params: IdParam; body: CustodyBody; answer: OwnLetter }>(
  'PUT',
  '/api/orders/:id/letter/custody',
  { access: 'user' },
);

/** The signed letter as a PDF, with its evidence sheet. */
export const getPdf = call<{ params: IdParam; answer: LetterFile }>('GET', '/api/orders/:id/letter.pdf', {
  access: 'user',
});

/** The evidence beside the PDF, as JSON. */
export const getEvidence = call<{ params: IdParam; answer: LetterFile }>('GET', '/api/orders/:id/letter.json', {
  access: 'user',
});

export const getPdfForAdmin = call<{ params: IdParam; answer: LetterFile }>('GET', '/api/admin/orders/:id/letter.pdf', {
  access: 'admin',
  needs: 'orders',
});

export const getEvidenceForAdmin = call<{ params: IdParam; answer: LetterFile }>(
  'GET',
  '/api/admin/orders/:id/letter.json',
  { access: 'admin', needs: 'orders' },
);

/** The newest letter of a case, a draft included. */
export const getForAdmin = call<{ params: IdParam; answer: AdminLetter }>('GET', '/api/admin/orders/:id/letter', {
  access: 'admin',
  needs: 'orders',
});

/** Begins a draft; a letter that waits for signatures is replaced by it. */
export const create = call<{ params: IdParam; body: LetterBody; answer: AdminLetter }>(
  'POST',
  '/api/admin/orders/:id/letter',
  { access: 'admin', needs: 'orders', status: 201 },
);

export const update = call<{ params: IdParam; body: UpdateLetterBody; answer: AdminLetter }>(
  'PUT',
  '/api/admin/orders/:id/letter',
  { access: 'admin', needs: 'orders' },
);

/** Fixes the draft and shows it to those who sign. */
export const offer = call<{ params: IdParam; answer: AdminLetter }>('POST', '/api/admin/orders/:id/letter/offer', {
  access: 'admin',
  needs: 'orders',
});

export const signForFirm = call<{ params: IdParam; answer: AdminLetter }>('POST', '/api/admin/orders/:id/letter/sign', {
  access: 'admin',
  needs: 'orders',
  stepUp: true,
});

export const withdraw = call<{ params: IdParam; answer: AdminLetter }>(
  'POST',
  '/api/admin/orders/:id/letter/withdraw',
  { access: 'admin', needs: 'orders' },
);

/** Tries at once again to write and seal the file of a letter that all have signed. */
export const retrySeal = call<{ params: IdParam; answer: AdminLetter }>('POST', '/api/admin/orders/:id/letter/seal', {
  access: 'admin',
  needs: 'orders',
});
