import { shared } from '../process/shared.ts'
import type { Role } from '@corridor/domain'
import { Hono } from 'hono'
import { buildDashboard } from '../../../src/dashboard/app.ts'
import { openAccessSite } from './access.ts'

export const origin = 'http://localhost:8787'

/** A staff session as the browser sees it. */
export type Session = {
  member: { memberId: string; name: string; role: Role; permissions: string[] }
  workspace: { svcPartnerId: string; name: string }
  environment: string
  expiresAt: string
  idleExpiresAt: string
  serverTime: string
}

type ErrorReply = { success: false; message: string; error: { code: string } }

export const codeOf = (reply: { json: () => never }): string =>
  (reply.json() as ErrorReply).error.code

export const tokenOf = (enrolmentUrl: string): string => enrolmentUrl.split('/').at(-1) ?? ''

/** `openStaffSite` for the tests of a file. */
export const sharedStaffSite = (): StaffSite => shared(openStaffSite)

export type StaffSite = Awaited<ReturnType<typeof openStaffSite>>

/** The dashboard of one partner, without a partner API behind it, with a clock that tests move. */
export async function openStaffSite() {
  const site = await openAccessSite()
  const made = await site.access.createPartner('Alfa')
  if (!made.ok) throw new Error(made.failure)
  const { svcPartnerId } = made.value
  return { ...site, app: buildDashboard(site.deps, new Hono()), svcPartnerId, link }

  /** A fresh enrolment link. */
  async function link(role: Role = 'owner'): Promise<string> {
    const issued = await site.access.createEnrolmentLink(svcPartnerId, role)
    if (!issued.ok) throw new Error(issued.failure)
    return issued.value.enrolmentUrl
  }
}
