import type { Role, RoleName } from '@corridor/domain'
import { expect } from 'vitest'
import { withClient } from '../../../src/db/server/server.ts'
import type { Bff, Partner } from '../process/bff.ts'
import { createAuthenticator, type SoftwareAuthenticator } from './authenticator.ts'
import {
  confirm as confirmBy,
  createBrowser,
  enrol,
  type Reply,
  type TestBrowser,
} from './browser.ts'
import { codeOf, origin, type Session } from './staff.ts'

/** The answer of `/bff/team`, as far as tests look at it. */
export type TeamView = {
  you: string
  manages: boolean
  members: {
    memberId: string
    name: string
    role: RoleName
    email: string | null
    recoveryCodesLeft: number
    passkeys: { passkeyId: string; name: string }[]
    sessions: { sessionId: string; agent: string; isCurrent: boolean }[]
  }[]
  links: {
    linkId: string
    role: RoleName
    email: string | null
    recovers: string | null
    madeBy: string | null
  }[]
}

export type Person = {
  browser: TestBrowser
  authenticator: SoftwareAuthenticator
  recoveryCodes: string[]
  memberId: string
  email: string
}
type Action = Parameters<typeof confirmBy>[2]
type Joining = { name?: string; email?: string; partner?: Partner }

export const refused = (reply: Reply) => [reply.status, codeOf(reply)]

/** Members of the first partner of an instance, and what they do to each other. */
export function teamOf(bff: Bff) {
  return { join, view, own, confirm, end, invite, rows, mailTo }

  /** A member with a browser and a passkey of their own. */
  async function join(
    role: Role,
    { name = 'Max Member', email = '', partner = bff.first }: Joining = {},
  ): Promise<Person> {
    const link = await bff.access.createEnrolmentLink(partner.svcPartnerId, role, email)
    const browser = createBrowser(bff.instance.app.all)
    const authenticator = createAuthenticator(origin)
    const url = link.ok ? link.value.enrolmentUrl : ''
    const enrolled = await enrol(browser, authenticator, url, { name })
    const { recoveryCodes, session } = enrolled.json() as {
      recoveryCodes: string[]
      session: Session
    }
    return { browser, authenticator, recoveryCodes, memberId: session.member.memberId, email }
  }

  async function view({ browser }: Pick<Person, 'browser'>): Promise<TeamView> {
    return (await browser.get('/bff/team')).json()
  }

  async function own(person: Person) {
    const { you, members } = await view(person)
    const found = members.find(({ memberId }) => memberId === you)
    if (!found) throw new Error('not among the members')
    return found
  }

  function confirm({ browser, authenticator }: Person, action: Action) {
    return confirmBy(browser, authenticator, action)
  }

  /** As the page does it: the passkey for exactly this request, then the request. */
  async function end(person: Person, path: string): Promise<Reply> {
    expect((await confirm(person, { method: 'DELETE', path })).status).toBe(200)
    return person.browser.remove(`/bff${path}`)
  }

  /** The same for a link, with which one more person comes in. */
  async function invite(person: Person, body: { role: RoleName; email?: string }): Promise<Reply> {
    await confirm(person, { method: 'POST', path: '/team/links', body })
    return person.browser.post('/bff/team/links', body)
  }

  async function rows(text: string, values: unknown[]) {
    const answer = await withClient(bff.deps.db.urls.worker, (client) => client.query(text, values))
    return answer.rows
  }

  async function mailTo(address: string): Promise<string[]> {
    const { body } = await bff.get(`/api/v1/sandbox/outbox?to=${encodeURIComponent(address)}`)
    return body.data.map(({ subject }: { subject: string }) => subject)
  }
}
