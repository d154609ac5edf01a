import { readFileSync, rmSync } from 'node:fs'
import { type Client, createClient } from '@corridor/client'
import type { Page } from '@playwright/test'
import { type Authenticator, addAuthenticator } from './authenticator.ts'
import { makeMember, type Member } from './members.ts'
import { exceptIssued, secretsIn } from './secrets.ts'
import { type Sandbox, sharedBaseUrl, sharedSandbox } from './stack.ts'
import { expect, test as base } from './test.ts'

type Partner = Sandbox['partners'][number]

type Fixtures = {
  /** The partner whose staff the page belongs to. */
  partner: Partner
  /** The same partner's program, with its API key. */
  client: Client
  /** The page's authenticator: in the beginning with the member's passkey, or without any for strangers. */
  authenticator: Authenticator
}
type WorkerFixtures = {
  /** An owner that all signed-in journeys share. */
  member: Member
}

const staffPartner = () => {
  const partner = sharedSandbox().partners[1]
  if (!partner) throw new Error('The sandbox has no second partner.')
  return partner
}

/** Journeys without a session. Everything that the browser got is searched for secrets afterwards. */
export const strangerTest = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  partner: async ({}, use) => use(staffPartner()),
  client: async ({ partner }, use) =>
    use(createClient({ baseUrl: sharedBaseUrl(), apiToken: partner.apiToken, attemptsMax: 3 })),
  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),
  contextOptions: async ({ contextOptions, sandbox }, use, testInfo) => {
    const path = testInfo.outputPath('traffic.har')
    // The built files are the same for everybody, made before any secret was.
    const urlFilter = /^(?!.*\/assets\/)/
    await use({ ...contextOptions, recordHar: { path, urlFilter } })
    // The context is closed by now, so the record is whole.
    expect(secretsIn(exceptIssued(readFileSync(path, 'utf8')), sandbox)).toEqual([])
    rmSync(path)
  },
})

/** Journeys of a member who is signed in already. */
export const test = strangerTest.extend<{ atHand: Authenticator }, WorkerFixtures>({
  member: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: sharedBaseUrl() })
      const member = await makeMember(page, staffPartner().svcPartnerId, 'Nora Lindqvist')
      await page.close()
      await use(member)
    },
    { scope: 'worker' },
  ],
  storageState: async ({ member }, use) => use(member.state),
  authenticator: async ({ page, member }, use) => {
    const authenticator = await addAuthenticator(page, member.passkeys)
    await use(authenticator)
    // A confirmation gives the session a new id and moves the passkey's counter.
    await keepUp(member, page, authenticator)
  },
  // Any page may ask for a confirmation.
  atHand: [async ({ authenticator }, use) => use(authenticator), { auto: true }],
})

async function keepUp(member: Member, page: Page, authenticator: Authenticator): Promise<void> {
  if (page.isClosed()) return
  const [cookies, credentials] = await Promise.all([
    page.context().cookies(),
    authenticator.credentials(),
  ])
  if (cookies.some(({ name }) => name === '__Host-sid')) member.state = { ...member.state, cookies }
  const own = new Set(member.passkeys.map(({ credentialId }) => credentialId))
  const kept = credentials.filter(({ credentialId }) => own.has(credentialId))
  if (kept.length > 0) member.passkeys = kept
}

/** For people who want to look: `PICTURES=1 npm run e2e -- pages`. */
export async function look(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1440, height: 900 })
}

export { expect }
