import { answersFor } from '../../../api/request/refusal.ts'

/** The value of a call, or its refusal as an answer. */
export const valueOrThrow = answersFor({
  POLICY_BLOCKED: 'The signer refuses what the payload says.',
  RATE_LIMITED: 'Too many codes or wrong tries. Wait before the next.',
})
