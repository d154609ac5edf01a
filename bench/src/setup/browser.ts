import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../../../tools/browser.ts'
import type { BenchStack } from './partner.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** A browser with the session of an owner of the bench's partner. */
export type SignedIn = { browser: Browser; state: State }

/** Somebody at the office, and somebody in the field with a slow machine. */
export const profiles = {
  office: { cpu: 1, latencyMs: 20, mbitPerS: 50 },
  field: { cpu: 4, latencyMs: 40, mbitPerS: 10 },
} as const
export type Profile = keyof typeof profiles

export async function signIn({ admin, sandbox }: BenchStack): Promise<SignedIn> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--disable-background-networking', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  const partner = sandbox().partners[0]?.svcPartnerId ?? ''
  const made = await admin(['enrolment-link', 'create', '--partner', partner])
  const context = await browser.newContext()
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto((made as { enrolmentUrl: string }).enrolmentUrl)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Bench')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('checkbox', { name: 'I have stored them' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  const state = await context.storageState()
  await context.close()
  return { browser, state }
}

async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}
