import type { Deps } from '../../../ports/deps.ts'
import type { TeamMember } from './team-store.ts'

export type Notified = {
  /** How many have an address that a notice goes to. */
  notified: number
  /** Members without an address, whom nobody can notify; all of them where `notified` is 0. */
  unreachable: number
}

export type Notice = { subject: string; text: string }

export const countNotified = (others: readonly Pick<TeamMember, 'email'>[]): Notified => {
  const notified = others.filter(({ email }) => email !== '').length
  return { notified, unreachable: others.length - notified }
}

/**
 * Notifies members by e-mail who came, went or recovered. What the mail server does not take is logged
 * and undoes nothing; the promise is never rejected, and a page does not wait for it.
 */
export async function mailNotice(
  deps: Pick<Deps, 'log' | 'post'>,
  partnerId: string,
  members: readonly Pick<TeamMember, 'email'>[],
  { subject, text }: Notice,
): Promise<void> {
  const addresses = new Set(members.flatMap(({ email }) => (email === '' ? [] : [email])))
  const sending = [...addresses].map(async (to) => {
    try {
      await deps.post.send(partnerId, { channel: 'EMAIL', to, subject, text })
    } catch (error) {
      deps.log.warn({ err: error, partnerId }, 'a notice to a member was not delivered')
    }
  })
  await Promise.all(sending)
}

/** `a••••@example.com`: enough to recognise, not enough to write to. */
export const addressHint = (email: string): string =>
  `${email.slice(0, 1)}••••${email.slice(email.lastIndexOf('@'))}`

const ask =
  'If you did not expect this, open Team in the dashboard, end what should not be there, and tell the operator.'

export const notices = {
  invited: (name: string, role: string): Notice => ({
    subject: `${name} invited somebody to your team`,
    text: `${name} made a link by which one person can join as ${role}. Until it is used, owners and admins can end it under Team. ${ask}`,
  }),
  joined: (name: string, role: string): Notice => ({
    subject: `${name} joined your team`,
    text: `${name} enrolled by a link and is now ${role}. ${ask}`,
  }),
  recovered: (name: string): Notice => ({
    subject: `${name} recovered access`,
    text: `${name} used a recovery code. All passkeys and sessions from before have ended; the new passkey is the only one. ${ask}`,
  }),
  removed: (name: string): Notice => ({
    subject: `${name} was removed from your team`,
    text: `${name} can no longer sign in; their passkeys, sessions, keys and open invitations have ended. ${ask}`,
  }),
  passkeyRemoved: (name: string): Notice => ({
    subject: 'A passkey of yours was removed',
    text: `The passkey “${name}” no longer signs you in. ${ask}`,
  }),
  roleChanged: (name: string, role: string, by: string): Notice => ({
    subject: `${name} is now ${role}`,
    text: `${by} changed the role of ${name}. Their sessions and confirmations from before have ended. ${ask}`,
  }),
  rolesChanged: (by: string, what: string): Notice => ({
    subject: `${by} ${what}`,
    text: `What each role may do stands under Team, Roles. ${ask}`,
  }),
  recoveryBegun: (name: string, by: string): Notice => ({
    subject: `${by} began to recover access for ${name}`,
    text: `The passkeys, recovery codes and sessions of ${name} have ended. A link of ${by} and a code that is mailed to ${name} make a new passkey. ${ask}`,
  }),
  recoveredByLink: (name: string): Notice => ({
    subject: `${name} recovered access`,
    text: `${name} used the link of a colleague and a mailed code. The new passkey is the only one. ${ask}`,
  }),
  policyReset: (reason: string): Notice => ({
    subject: 'Your approval policy was put back to the default',
    text: `The operator did this: ${reason}. Who has to agree to what stands under Approvals. ${ask}`,
  }),
  emailChanged: (email: string): Notice => ({
    subject: 'Your address for notices changed',
    text: `Notices about your team now go to ${email}. ${ask}`,
  }),
}
