// What a person has typed stays: over a reload, over Back, and in a list of drafts of their own.
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../../support/axe.ts'
import { aPerson } from '../../support/customers.ts'
import { fillEntity } from '../../support/entity-form.ts'
import { expect, strangerTest as test } from '../../support/journey.ts'
import { enrol, enrolmentLink } from '../../support/members.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => expect(page.getByText(/^Draft saved/)).toBeVisible()
const draftId = (page: Page) => new URL(page.url()).searchParams.get('draft') ?? ''

// A member of its own: drafts belong to one person, and others would be in the way.
test.beforeEach(async ({ page, partner, authenticator }) => {
  expect(authenticator).toBeDefined()
  await enrol(page, await enrolmentLink(partner.svcPartnerId), 'Dora Draft')
})

test('an unfinished entity is there after a reload, after Back and in the list, until it is created', async ({
  page,
}) => {
  const person = aPerson()
  await page.goto('/entities/new')
  // The form is saved in every pause: the country is the last field that is filled in.
  const whole = page.waitForResponse(
    (response) => response.request().postData()?.includes('"country":"GB"') === true,
  )
  await fillEntity(page, person)
  await whole
  await saved(page)
  await page.reload()
  await expect(field(page, 'First name')).toHaveValue(person.firstName)
  await expect(field(page, 'Date of birth')).toHaveValue(person.dateOfBirth)

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Accounts' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounts')
  await page.goBack()
  await expect(field(page, 'Last name')).toHaveValue(person.lastName)

  // A new form is empty, and says that there is one to go on with.
  await page.goto('/entities/new')
  await expect(field(page, 'First name')).toHaveValue('')
  await page.getByRole('link', { name: 'Drafts (1)' }).click()
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: `${person.firstName} ${person.lastName}` }).click()
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Create entity' }).click()
  const created = page.getByRole('heading', { name: `${person.firstName} ${person.lastName}` })
  await expect(created).toBeVisible()
  await page.goto('/drafts')
  await expect(page.getByText('No drafts')).toBeVisible()
})

test('drafts of transfers and endpoints: counted, discarded, deleted', async ({ page }) => {
  await page.goto('/transfers/new')
  await field(page, 'Reference').fill('Rent of May')
  await field(page, 'Amount').fill('125.50')
  await saved(page)
  await page.goto('/webhooks')
  await page.getByRole('textbox', { name: /^Description/ }).fill('Books')
  await saved(page)
  expect(draftId(page)).not.toBe('')
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('Books')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('')
  expect(draftId(page)).toBe('')

  await page.goto('/transfers')
  await page.getByRole('link', { name: 'Drafts (1)' }).click()
  await expect(page.getByRole('tab')).toHaveText(['All', 'Transfer'])
  await page.getByRole('link', { name: /125.50.*Rent of May/ }).click()
  await expect(field(page, 'Reference')).toHaveValue('Rent of May')
  await page.goto('/drafts')
  await page.getByRole('button', { name: /^Delete draft/ }).click()
  await expect(page.getByText('No drafts')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No drafts')).toBeVisible()
})
