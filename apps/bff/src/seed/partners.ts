import { partnerScopes } from '@corridor/domain'
import type { Deps } from '../ports/deps.ts'
import { listKeys, listPartners } from '../modules/access/listing-store.ts'
import type { AccessService } from '../modules/access/service.ts'
import { demoPartners } from './demo.ts'
import type { SandboxPartner } from './sandbox-file.ts'

const keyName = 'Sandbox'

/**
 * Makes the demo partners, or finds those that a start before this one made. Their tokens and links
 * are written to `sandbox.json` alone, so where that was not written they are issued again.
 */
export async function makePartners(deps: Pick<Deps, 'db'>, access: AccessService) {
  const known = await deps.db.asWorker(listPartners)
  const partners: SandboxPartner[] = []
  for (const { name } of demoPartners) {
    const found = known.find((partner) => partner.name === name)
    const made = found ? await findAgain(found.svcPartnerId) : await make(name)
    if (!made) break
    const apiToken = await issueToken(made.svcPartnerId)
    partners.push({
      svcPartnerId: made.svcPartnerId,
      partnerName: name,
      apiToken,
      enrolmentUrl: made.enrolmentUrl,
    })
  }
  return partners

  /** Nothing where the instance serves one partner alone. */
  async function make(name: string) {
    const made = await access.createPartner(name)
    if (!made.ok) return undefined
    const { svcPartnerId, enrolment } = made.value
    return { svcPartnerId, enrolmentUrl: enrolment.enrolmentUrl }
  }

  async function findAgain(svcPartnerId: string) {
    const keys = await deps.db.asWorker(listKeys)
    const lost = keys.filter((key) => key.svcPartnerId === svcPartnerId && key.name === keyName)
    for (const { keyId, revokedAt } of lost) if (revokedAt === null) await access.revokeKey(keyId)
    const link = await access.createEnrolmentLink(svcPartnerId, 'owner')
    if (!link.ok) throw new Error(`the partner ${svcPartnerId} has gone`)
    return { svcPartnerId, enrolmentUrl: link.value.enrolmentUrl }
  }

  async function issueToken(svcPartnerId: string): Promise<string> {
    const key = await access.issueKey(svcPartnerId, {
      name: keyName,
      scopes: partnerScopes,
      expiresAt: null,
    })
    if (!key.ok) throw new Error(`no token for ${svcPartnerId}: ${key.failure}`)
    return key.value.apiToken
  }
}
