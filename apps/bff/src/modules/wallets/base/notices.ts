import type { EntityRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'

export type Notice = { subject: string; text: string }

/**
 * Notifies the owner of wallets, by e-mail, of what happened to them: at the address on record and at each
 * address that signs in, or did until this; with `alsoBySms` at telephone numbers, too. What cannot
 * be delivered is logged and stops nothing.
 */
export async function sendNotice(
  deps: Pick<Deps, 'signer' | 'post' | 'log'>,
  partnerId: string,
  { email, entityId }: Pick<EntityRow, 'email'> & { entityId: string },
  { subject, text }: Notice,
  { alsoBySms = false, endedAuthId }: { alsoBySms?: boolean; endedAuthId?: string } = {},
): Promise<void> {
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      deps.log.warn({ err: error, entityId }, 'a notice to the owner of wallets was not delivered')
      return undefined
    }
  }
  const { authMethods = [] } = (await attempt(deps.signer.listCredentials(entityId))) ?? {}
  const contactsOf = (type: string) =>
    authMethods.flatMap(({ authId, authType, status, contact }) =>
      authType === type && contact && (status === 'ACTIVE' || authId === endedAuthId)
        ? [contact]
        : [],
    )
  const addresses = [email, ...contactsOf('Email_Auth')].map((address) => address.toLowerCase())
  const numbers = alsoBySms ? contactsOf('SMS_Auth') : []
  for (const to of new Set(addresses))
    await attempt(deps.post.send(partnerId, { channel: 'EMAIL', to, subject, text, entityId }))
  for (const to of new Set(numbers))
    await attempt(deps.post.send(partnerId, { channel: 'SMS', to, subject, text, entityId }))
}
