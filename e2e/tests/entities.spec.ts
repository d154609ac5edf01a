// Customers: a business with its owners is created, changed, and locked where it was verified.
import { routes } from '@corridor/contract/routes'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { unique } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'
import { choose } from '../support/wizard.ts'

const { entities, sandbox } = routes

const box = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name, exact: true })
const person = (page: Page, place: number) => page.getByRole('group', { name: `Person ${place}` })

async function fillBusiness(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: 'Business' }).check()
  await box(page, 'Business name').fill(name)
  await box(page, 'Registration number').fill('09731842')
  await box(page, 'Tax id').fill('GB284119076')
  await choose(page, 'Country of incorporation', 'United Kingdom')
  await box(page, 'Date of incorporation').fill('2015-08-14')
  await box(page, 'Email').fill(`${name.replaceAll(' ', '.').toLowerCase()}@example.com`)
  await box(page, 'Phone number').fill('+44 7400 123456')
  const address = page.getByRole('group', { name: 'Permanent address' })
  await fillAddress(address, '1 Quay', 'Bristol')
}

async function fillAddress(within: Locator, street: string, city: string): Promise<void> {
  await box(within, 'Street and number').fill(street)
  await box(within, 'City').fill(city)
  await choose(within, 'Country', 'United Kingdom')
}

async function addOwner(page: Page, place: number, share: string): Promise<void> {
  await page.getByRole('button', { name: 'Add person' }).click()
  const group = person(page, place)
  await expect(box(group, 'First name')).toBeFocused()
  await box(group, 'First name').fill(`Owner${place}`)
  await box(group, 'Last name').fill('Harding')
  await box(group, 'Email').fill(`owner${place}@example.com`)
  await choose(group, 'Nationality', 'United Kingdom')
  await box(group, 'Date of birth').fill('1980-03-02')
  await box(group, 'Owns').fill(share)
  await group.getByRole('checkbox', { name: 'Owner' }).check()
  await fillAddress(group.getByRole('group', { name: 'Address' }), `${place} Park Row`, 'Bristol')
}

test('a business with two owners: created, edited, and locked once it is verified @full', async ({
  page,
  client,
}) => {
  const name = `Harbour ${unique()} Ltd`
  await page.goto('/entities')
  await page.getByRole('link', { name: 'New entity' }).click()
  await fillBusiness(page, name)
  await addOwner(page, 1, '60')
  await addOwner(page, 2, '50')
  await person(page, 2).getByRole('checkbox', { name: 'Owner' }).uncheck()
  await page.getByRole('button', { name: 'Create entity' }).click()
  // Both faults at once; the first one on screen has the focus.
  await expect(box(person(page, 2), 'Owns')).toBeFocused()
  await expect(box(person(page, 2), 'Owns')).toHaveAccessibleDescription(/more than 100 %/)
  await expect(page.getByText('Choose at least one role')).toBeVisible()
  await expectNoViolations(page)

  await box(person(page, 2), 'Owns').fill('40')
  await person(page, 2).getByRole('checkbox', { name: 'Owner' }).check()
  await person(page, 2).getByRole('checkbox', { name: 'Signer' }).check()
  await page.getByRole('button', { name: 'Create entity' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const entityId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const stored = async () => (await client.call(entities.read, { params: { entityId } })).body.data
  expect((await stored()).associatedPersons).toMatchObject([
    { firstName: 'Owner1', roles: ['owner'], ownershipPercent: 60 },
    { firstName: 'Owner2', roles: ['owner', 'signer'], ownershipPercent: 40 },
  ])

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit entity' })).toBeVisible()
  await expect(box(page, 'Business name')).toHaveValue(name)
  await box(page, 'Phone number').fill('+44 20 7183 8750')
  await page.getByRole('button', { name: 'Remove person 2' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const edited = await stored()
  expect(edited).toMatchObject({ phoneNumber: '+44 20 7183 8750', version: 2 })
  expect(edited.associatedPersons).toHaveLength(1)

  await client.call(sandbox.decideKyc, { params: { entityId }, body: { decision: 'APPROVED' } })
  await page.goto(`/entities/${entityId}/edit`)
  await expect(page.getByText('Names and registration data are locked')).toBeVisible()
  for (const locked of ['Business name', 'Tax id', 'Country of incorporation']) {
    await expect(box(page, locked)).toBeDisabled()
    await expect(box(page, locked)).toHaveAccessibleDescription(/Verified/)
  }
  await expectNoViolations(page)
  await page.getByRole('textbox', { name: 'Industry' }).fill('Freight')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  expect(await stored()).toMatchObject({ industry: 'Freight', businessName: name })
})

test('personal data is shown after it was put on record @full', async ({ page, client }) => {
  const listed = await client.call(entities.list, { query: { type: 'individual', limit: '1' } })
  const [entity] = listed.body.data
  if (!entity) throw new Error('there is no person')
  await page.goto(`/entities/${entity.entityId}`)
  await expect(page.getByText(entity.email)).toBeHidden()
  const recorded = page.waitForResponse((answer) => answer.url().endsWith('/reveal'))
  await page.getByRole('button', { name: 'Reveal' }).click()
  expect((await recorded).status()).toBe(200)
  await expect(page.getByText(entity.email)).toBeVisible()
})

test('entities: missing items and wallets are columns and filters @full', async ({
  page,
  client,
}) => {
  const query = { missing: 'document:identity', hasWallet: 'false' } as const
  const { body } = await client.call(entities.list, { query })
  await page.goto('/entities?missing=document%3Aidentity&hasWallet=false')
  const table = page.getByRole('table', { name: 'Entities' })
  await expect(table.getByRole('columnheader', { name: 'Missing' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Wallets' })).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', String((body.pagination.total ?? 0) + 1))
})
