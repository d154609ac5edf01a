import { formatId, type RoleName } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import { findOwnRole } from '../../records/roles/store.ts'
import { insertLink } from './link-store.ts'
import { createTokenHash } from './token-hash.ts'

/** Real time. */
export const linkLifeMs = 72 * 60 * 60_000

/** The address is returned here and never again. */
export type IssuedLink = { enrolmentUrl: string; role: RoleName; expiresAt: string }
type NewLink = {
  role: RoleName
  /** The address that is invited; the person is asked for it where it is left out. */
  email?: string | undefined
  /** UUID of the member who makes it; the operator where it is left out. */
  issuedBy?: string | undefined
}

/** Makes links with which one person each becomes a member; events and audit name who made them. */
export function createLinkMaker(
  deps: Pick<Deps, 'config' | 'ids' | 'kek' | 'realTime'>,
): (tx: Tx, by: AuditedBy, link: NewLink) => Promise<IssuedLink> {
  const hash = createTokenHash(deps)
  return async (tx, by, { role, email = '', issuedBy }) => {
    const { partnerId } = by
    const token = deps.ids.secret()
    const createdAt = deps.realTime()
    const expiresAt = new Date(createdAt.getTime() + linkLifeMs)
    const id = deps.ids.uuid()
    const roleName = (await findOwnRole(tx, partnerId, role))?.name
    await insertLink(tx, {
      id,
      partner_id: partnerId,
      role,
      email,
      issued_by: issuedBy ?? null,
      token_hash: hash('enrolment', token),
      created_at: createdAt,
      expires_at: expiresAt,
    })
    await recordEvent(tx, {
      partnerId,
      category: 'member',
      type: 'created',
      status: 'invited',
      object: {
        status: 'INVITED',
        role,
        ...(roleName !== undefined && { roleName }),
        actor: by.actor.id,
        expiresAt: expiresAt.toISOString(),
      },
      subject: { kind: 'member', id: formatId('link', id), version: 1 },
    })
    await recordAudit(tx, by, {
      action: 'enrolment_link.create',
      object: { kind: 'enrolment_link', id },
      after: { role },
    })
    const enrolmentUrl = `${deps.config.BASE_URL}/enrol/${token}`
    return { enrolmentUrl, role, expiresAt: expiresAt.toISOString() }
  }
}
