// A session that ends while a person is at work: the page and what was typed stay.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { addPasskey, aPerson, makeCustomer } from '../support/customers.ts'
import { fillEntity } from '../support/entity-form.ts'
import { expect, strangerTest, test } from '../support/journey.ts'
import { enrol, enrolmentLink } from '../support/members.ts'
import { expectCompleted, fillTransfer, quoteRegion, sign } from '../support/wizard.ts'

const { entities } = routes

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

/** Another tab of the same browser signs out. */
async function signOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL('/sign-in')
  await other.close()
}

test('in the middle of a transfer: signs in over the page and continues @full', async ({
  page,
  client,
  sandbox,
  authenticator,
}) => {
  const [own] = await authenticator.credentials()
  const from = await makeCustomer(client, sandbox, { amount: 100 })
  const to = await makeCustomer(client, sandbox)
  await page.goto('/')
  await addPasskey(page, client, from)
  const keys = (await authenticator.credentials()).filter(
    ({ credentialId }) => credentialId !== own?.credentialId,
  )
  await fillTransfer(page, { from, to, amount: '12.5' })
  await page.getByRole('radio', { name: 'They get exactly' }).check({ force: true })
  await expect(page.getByText(/^Draft saved/)).toBeVisible()

  await signOutElsewhere(page)
  // The page learns of it by itself, and what is still asked for waits below the overlay.
  await page.locator('button', { hasText: 'Get quote' }).dispatchEvent('click')
  await expect(again(page)).toBeVisible()
  await expectNoViolations(page)
  await authenticator.setWilling(false)
  await again(page).getByRole('button', { name: 'Sign in with passkey' }).click()
  await expect(again(page).getByRole('alert')).toContainText('closed or timed out')
  await page.keyboard.press('Escape')
  await expect(again(page)).toBeVisible()

  // People choose their sign-in passkey from the browser's list; this authenticator takes any.
  for (const { credentialId } of keys) await authenticator.forget(credentialId)
  await authenticator.setWilling(true)
  await again(page).getByRole('button', { name: 'Sign in with passkey' }).click()
  await expect(again(page)).toBeHidden()
  for (const key of keys) await authenticator.add(key)
  // The request that met the ended session continued automatically.
  await expect(quoteRegion(page).getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.5')
  await expect(page.getByRole('radio', { name: 'They get exactly' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(new RegExp(from.fullName))
  await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue(new RegExp(to.fullName))

  await page.getByRole('button', { name: 'Review' }).click()
  await sign(page).click()
  await expectCompleted(page)
})

strangerTest(
  'in the middle of a new entity: the form stays as it was typed and is sent @full',
  async ({ page, context, client, partner, authenticator }) => {
    await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Ada Byron')
    expect(await authenticator.credentials()).toHaveLength(1)
    const person = aPerson('Grace')
    await page.goto('/entities/new')
    await fillEntity(page, person)
    await context.clearCookies()
    // The draft that is saved meanwhile may have raised the overlay already.
    await page.locator('button', { hasText: 'Create entity' }).dispatchEvent('click')
    await expect(again(page)).toBeVisible()
    expect((await client.call(entities.list, { query: { q: person.email } })).body.data).toEqual([])
    await expect(page.getByLabel('Last name')).toHaveValue(person.lastName)
    await again(page).getByRole('button', { name: 'Sign in with passkey' }).click()
    await expect(again(page)).toBeHidden()
    await expect(
      page.getByRole('heading', { name: `Grace ${person.lastName}`, level: 1 }),
    ).toBeVisible()
  },
)

strangerTest(
  'another member who signs in does not see what the first one had open @full',
  async ({ page, context, partner, sandbox, authenticator }) => {
    await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Ada Byron')
    const [mine] = await authenticator.credentials()
    const others = sandbox.partners.find(
      ({ svcPartnerId }) => svcPartnerId !== partner.svcPartnerId,
    )
    await enrol(page, await enrolmentLink(others?.svcPartnerId ?? ''), 'Bela Kun')
    const theirs = (await authenticator.credentials()).find(
      ({ credentialId }) => credentialId !== mine?.credentialId,
    )
    await authenticator.forget(mine?.credentialId ?? '')

    await page.goto('/')
    await expect(page.getByRole('banner')).toContainText(others?.partnerName ?? '')
    await authenticator.forget(theirs?.credentialId ?? '')
    if (mine) await authenticator.add(mine)
    await page.getByRole('link', { name: 'Accounts' }).click()
    await context.clearCookies()
    // What the page before still reads may find the session gone first, and then the link is covered.
    await page.locator('a', { hasText: 'Entities & KYC' }).first().dispatchEvent('click')
    await expect(again(page)).toBeVisible()
    await again(page).getByRole('button', { name: 'Sign in with passkey' }).click()
    await expect(page.getByRole('banner')).toContainText(partner.partnerName)
    await expect(again(page)).toBeHidden()
  },
)
