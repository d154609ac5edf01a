import { type Page, expect } from '@playwright/test'
import { addAuthenticator, type StoredCredential } from './authenticator.ts'
import { sharedAdmin } from './stack.ts'

export type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** A member of staff: the session as a browser keeps it, and the passkey that opened it. */
export type Member = { name: string; state: StorageState; passkeys: StoredCredential[] }

/** A fresh link that makes its reader an owner of the partner. */
export async function enrolmentLink(svcPartnerId: string): Promise<string> {
  const words = ['enrolment-link', 'create', '--partner', svcPartnerId]
  const { enrolmentUrl } = (await sharedAdmin(words)) as { enrolmentUrl: string }
  return enrolmentUrl
}

/** Goes through a link until the overview is shown; the page has an authenticator already. */
export async function enrol(page: Page, enrolmentUrl: string, name: string): Promise<void> {
  await page.goto(enrolmentUrl)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have stored them' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
}

/** Enrols an owner in this page and remembers session and passkey for other pages. */
export async function makeMember(page: Page, svcPartnerId: string, name: string): Promise<Member> {
  const authenticator = await addAuthenticator(page)
  await enrol(page, await enrolmentLink(svcPartnerId), name)
  const [state, passkeys] = await Promise.all([
    page.context().storageState(),
    authenticator.credentials(),
  ])
  await authenticator.remove()
  return { name, state, passkeys }
}
