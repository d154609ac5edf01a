import { readFileSync, rmSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { type Authenticator, addAuthenticator } from './authenticator.ts'
import { makeMember, type Member } from './members.ts'
import { exceptIssued, secretsIn } from './secrets.ts'
import { type Sandbox, sharedBaseUrl } from './stack.ts'
import { expect, staffPartner, test as base } from './test.ts'

type Fixtures = {
  /** The page's authenticator: in the beginning with the member's passkey, or without any for strangers. */
  authenticator: Authenticator
}
type WorkerFixtures = {
  /** The browser of all signed-in journeys: what one of them has loaded, the next finds loaded. */
  desk: BrowserContext
  /** An owner that all signed-in journeys share. */
  member: Member
}

/** Journeys without a session. Everything that the browser got is searched for secrets afterwards. */
export const strangerTest = base.extend<Fixtures>({
  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),
  context: async ({ context, sandbox }, use, testInfo) => {
    await recording(context, sandbox, testInfo.outputPath('traffic.har'), () => use(context))
  },
})

/** Journeys of a member who is signed in already. */
export const test = strangerTest.extend<{ atHand: Authenticator }, WorkerFixtures>({
  desk: [
    async ({ browser }, use, { project }) => {
      const { viewport = null, locale = '', timezoneId = '', contextOptions } = project.use
      const window = { viewport, locale, timezoneId, baseURL: sharedBaseUrl() }
      const context = await browser.newContext({ ...contextOptions, ...window })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  member: [
    async ({ desk }, use) => {
      const page = await desk.newPage()
      const member = await makeMember(page, staffPartner().svcPartnerId, 'Nora Lindqvist')
      await page.close()
      await use(member)
    },
    { scope: 'worker' },
  ],
  context: async ({ desk, member, sandbox }, use, testInfo) => {
    await desk.clearCookies()
    await desk.addCookies(member.state.cookies)
    await recording(desk, sandbox, testInfo.outputPath('traffic.har'), () => use(desk))
    await Promise.all(desk.pages().map((page) => page.close()))
    await desk.clearPermissions()
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    await forgetAll(page)
    await use(page)
  },
  authenticator: async ({ page, member }, use) => {
    const authenticator = await addAuthenticator(page, member.passkeys)
    await use(authenticator)
    // A confirmation gives the session a new id and moves the passkey's counter.
    await keepUp(member, page, authenticator)
  },
  // Any page may ask for a confirmation.
  atHand: [async ({ authenticator }, use) => use(authenticator), { auto: true }],
})

/** What the journeys before have left in the browser. */
async function forgetAll(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(sharedBaseUrl())
  const storageTypes = 'local_storage,indexeddb'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
}

/** Searches everything that the browser gets during the work for secrets. */
async function recording(
  context: BrowserContext,
  sandbox: Sandbox,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  // The built files are the same for everybody, made before any secret was.
  await context.tracing.startHar(path, { urlFilter: /^(?!.*\/assets\/)/ })
  await work()
  await context.tracing.stopHar()
  expect(secretsIn(exceptIssued(readFileSync(path, 'utf8')), sandbox)).toEqual([])
  rmSync(path)
}

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
    for (const width of [1440, 820, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1440, height: 900 })
}

export { expect }
