import type { Caller } from '../../../api/request/caller.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { SubmittedActivity } from './activities.ts'
import { type Notice, sendNotice } from '../base/notices.ts'

/** What the owner is notified of once it was signed for, whoever's key it was. */
export async function notifyOwner(
  deps: Deps,
  caller: Caller,
  { executed, owner, entityId }: SubmittedActivity,
): Promise<void> {
  const notice = noticeOf(executed)
  if (!notice) return
  // Whoever is locked out learns of it at the address that was taken away.
  const endedAuthId = executed.result['authId']
  const also = typeof endedAuthId === 'string' ? { endedAuthId } : {}
  await sendNotice(deps, caller.partnerId, { email: owner.email, entityId }, notice, also)
}

const ifNotYou = 'If this was not you, revoke the method that signed it and move your funds.'

function noticeOf({ type, status, result }: SubmittedActivity['executed']): Notice | undefined {
  switch (type) {
    case 'ACTIVITY_TYPE_EXPORT_WALLET':
      return status === 'EXECUTING'
        ? {
            subject: 'An export of your wallet was asked for',
            text: `It can be collected from ${String(result['availableAt'])}. If this was not you, stop it and revoke the method that signed it.`,
          }
        : {
            subject: 'Your wallet was exported',
            text: `Whoever holds its recovery phrase controls it from now on. ${ifNotYou}`,
          }
    case 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS':
      return { subject: 'A passkey was added to your wallets', text: ifNotYou }
    case 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS':
      return { subject: 'A passkey of your wallets was removed', text: ifNotYou }
    case 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD':
      return { subject: 'A way to sign in to your wallets was revoked', text: ifNotYou }
    case 'ACTIVITY_TYPE_SET_POLICY':
      return { subject: 'The policy of your wallet was changed', text: ifNotYou }
    default:
      return undefined
  }
}
