// Enrolment, sign-in and sign-out, as people without a session meet them.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { addPasskey, makeCustomer } from '../support/customers.ts'
import { expect, strangerTest, test } from '../support/journey.ts'
import { enrol, enrolmentLink } from '../support/members.ts'

const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 })
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with passkey' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
}

strangerTest(
  'a link enrols its reader once: name, passkey, recovery codes, overview @full',
  async ({ page, partner, authenticator }) => {
    const link = await enrolmentLink(partner.svcPartnerId)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set up your access' })).toBeVisible()
    await expect(page).toHaveTitle(/Set up your access/)
    await expectNoViolations(page)

    await page.getByRole('button', { name: 'Create passkey' }).click()
    const name = page.getByRole('textbox', { name: 'Your name' })
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription(/Enter your name/)
    await expect(name).toBeFocused()
    expect(await authenticator.credentials()).toEqual([])

    await name.fill('Ada Byron')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    await expectNoViolations(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save recovery codes' }).click()
    const codes = readFileSync(await (await download).path(), 'utf8')
      .split('\n')
      // The file says first what it is for.
      .filter((line) => /^\w{4}([- ]\w{4}){3}$/.test(line))
    expect(codes.length).toBeGreaterThanOrEqual(8)
    expect(await page.getByRole('listitem').allTextContents()).toEqual(codes)

    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'I have stored them' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(overview(page)).toBeVisible()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expectNoViolations(page)
  },
)

strangerTest('a link that never was does not work either @full', async ({ page }) => {
  await page.goto(`/enrol/${'0'.repeat(26)}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

strangerTest(
  'a passkey that is closed while enrolling leaves the link as it was @full',
  async ({ page, partner, authenticator }) => {
    await page.goto(await enrolmentLink(partner.svcPartnerId))
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Byron')
    await authenticator.setWilling(false)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The request was closed or timed out. Nothing was sent.',
    )
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada Byron')
    await authenticator.setWilling(true)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  },
)

test('signs out and in again, back to the page that was asked for and to no other site', async ({
  page,
  authenticator,
}) => {
  await page.goto('/')
  await signOut(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in/)

  await page.goto('/accounts/external?kind=BANK')
  await expect(page).toHaveURL('/sign-in?next=%2Faccounts%2Fexternal%3Fkind%3DBANK')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(signIn(page)).toBeFocused()

  await authenticator.setWilling(false)
  await signIn(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'The request was closed or timed out. Nothing was sent.',
  )
  await expectNoViolations(page)
  await authenticator.setWilling(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/accounts/external?kind=BANK')

  // Nobody is led to another site.
  for (const next of ['//example.com/', '/\\example.com/']) {
    await signOut(page)
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await signIn(page).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(new URL(page.url()).hostname).toBe('localhost')
  }
})

strangerTest(
  'a wallet’s signing key opens no session and is named @full',
  async ({ page, client, sandbox, authenticator }) => {
    await page.goto('/sign-in')
    await addPasskey(page, client, await makeCustomer(client, sandbox))
    expect(await authenticator.credentials()).toHaveLength(1)
    await signIn(page).click()
    await expect(page.getByRole('alert')).toContainText(/wallet/i)
    await expect(page).toHaveURL('/sign-in')
  },
)

strangerTest(
  'a passkey of another member opens that member’s console only @full',
  async ({ page, browser, baseURL, sandbox, authenticator }) => {
    const [first, second] = sandbox.partners
    await enrol(page, await enrolmentLink(first?.svcPartnerId ?? ''), 'Ada Byron')
    await expect(page.getByRole('banner')).toContainText(first?.partnerName ?? '')

    const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
    const others = await addAuthenticator(other)
    await enrol(other, await enrolmentLink(second?.svcPartnerId ?? ''), 'Bela Kun')
    const [passkey] = await others.credentials()
    await other.close()
    if (!passkey) throw new Error('The second member has no passkey.')

    await signOut(page)
    for (const { credentialId } of await authenticator.credentials())
      await authenticator.forget(credentialId)
    await authenticator.add(passkey)
    await signIn(page).click()
    await expect(page.getByRole('banner')).toContainText(second?.partnerName ?? '')
  },
)
