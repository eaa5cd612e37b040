export {
  type IdentityDeps,
  type IdentityProof,
  readCaseProof,
  spendIdentityProof,
} from './phone/identity-proof.ts';
export type { IdentityOwner } from './phone/start-identity.ts';
