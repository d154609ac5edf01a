import { NotConfirmed } from '../api/errors.ts'
import { type Session, staff, type StepUpAction } from '../api/staff.ts'
import { askForPasskey, ceremonyText } from './passkeys.ts'

/** A fresh passkey for one request. Throws `NotConfirmed` where the ceremony ends without one. */
export async function confirmByPasskey(action: StepUpAction): Promise<Session> {
  const { challengeId, ...options } = await staff.stepUpOptions(action)
  const asked = await askForPasskey(options)
  if (!asked.ok) throw new NotConfirmed(ceremonyText[asked.failure])
  return staff.stepUp({ challengeId, assertion: asked.value })
}
