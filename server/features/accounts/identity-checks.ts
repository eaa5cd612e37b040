export {
  type IdentityDeps,
  type IdentityProof,
  readIdentityProof,
  spendIdentityProof,
} from './phone/identity-proof.ts';
export type { IdentityOwner } from './phone/start-identity.ts';
