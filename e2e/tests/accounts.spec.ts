// Accounts: forms that the service describes, what uses an account, deposits of a customer.
import {
  publishedAccounts,
  publishedAddresses,
} from '../../packages/domain/src/jurisdictions/testing/published.ts'
import { ApiError } from '@corridor/client'
import type { Operations, RequestOf } from '@corridor/contract'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import {
  answer,
  chooseRail,
  inputOf,
  makePerson,
  openAccountForm,
} from '../support/accounts-form.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { choose } from '../support/wizard.ts'

const { accounts } = routes

/** Some eighty forms are filled and sent, on machines that do other work as well. */
const minutesMs = 3 * 60_000

const goodIban = 'DE89370400440532013000'
const add = (page: Page) => page.getByRole('button', { name: 'Add account' })
const status = (page: Page) => page.locator('.page-head .pill')

test('an IBAN account is added through the form of its jurisdiction, once @full', async ({
  page,
  client,
}) => {
  const { entityId, fullName } = await makePerson(client)
  await page.goto('/accounts')
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'External', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.getByRole('link', { name: 'Add account' }).click()
  await choose(page, 'Entity', fullName)
  await choose(page, 'Jurisdiction', 'Germany')
  await expect(page.getByRole('radiogroup', { name: 'Whose account' })).toBeVisible()

  const iban = page.getByRole('textbox', { name: 'IBAN' })
  await iban.fill('DE89370400440532013001')
  // As long as a hand presses: meanwhile the field that was left finds itself wrong.
  await add(page).click({ delay: 200 })
  await expect(iban).toHaveAttribute('aria-invalid', 'true')
  await expect(iban).toHaveAccessibleDescription(/check digits are wrong/)
  await expect(iban).toBeFocused()
  await expectNoViolations(page)
  const none = await client.call(accounts.listExternalOfEntity, { params: { entityId } })
  expect(none.body.data).toEqual([])

  await iban.fill(goodIban)
  await page.getByRole('button', { name: 'Check account' }).click()
  await expect(page.getByText('The service accepts these details')).toBeVisible()
  await add(page).click()
  await expect(page).toHaveURL(/\/accounts\/external\/acc_[0-9a-z]+$/)
  await expect(page.getByRole('heading', { name: fullName, level: 1 })).toBeVisible()
  // The number stays masked until a person asks for it.
  await expect(page.getByRole('main')).toContainText('••••3000')
  await expect(page.getByRole('main')).not.toContainText(goodIban)
  const recorded = page.waitForResponse((response) => response.url().endsWith('/reveal'))
  await page.getByRole('button', { name: 'Reveal' }).click()
  expect((await recorded).status()).toBe(200)
  // In groups of four, as people read it to each other.
  await expect(page.getByRole('main')).toContainText('DE89 3704 0044 0532 0130 00')
  await expectNoViolations(page)
  const record = page.url()

  // The same account again is no second one: its record opens and says so.
  await openAccountForm(page, entityId, 'Germany')
  await iban.fill(goodIban)
  await add(page).click()
  await expect(page).toHaveURL(record)
  await expect(page.getByRole('alert')).toContainText('already exists')
})

test('what was typed stays while its question stays: jurisdiction, owner, rail @full', async ({
  page,
  client,
}) => {
  const { entityId } = await makePerson(client)
  const form = await openAccountForm(page, entityId, 'Germany')
  // The customer's own name is filled in a moment later, and taken out for a third party.
  const name = inputOf(form, 'accountHolder.name')
  await expect(name).not.toHaveValue('')
  await page.getByRole('radio', { name: 'Third party' }).check()
  await expect(name).toHaveValue('')
  await name.fill('Ada Bauer')
  await inputOf(form, 'account.iban').fill(goodIban)

  await choose(page, 'Jurisdiction', 'United States')
  await expect(inputOf(form, 'account.iban')).toHaveCount(0)
  await expect(inputOf(form, 'accountHolder.name')).toHaveValue('Ada Bauer')
  await inputOf(form, 'account.accountNumber').fill('2715500356')
  await page.getByRole('radio', { name: /FEDWIRE/ }).check()
  await expect(inputOf(form, 'account.accountNumber')).toHaveValue('2715500356')
  await expect(inputOf(form, 'accountHolder.name')).toHaveValue('Ada Bauer')

  // Back again: even what was not asked for in between is there.
  await choose(page, 'Jurisdiction', 'Germany')
  await expect(inputOf(form, 'account.iban')).toHaveValue(goodIban)
  await expect(inputOf(form, 'account.accountNumber')).toHaveCount(0)
})

test('disabling says what uses the account; deleting can be taken back for ten seconds @full', async ({
  page,
  client,
}) => {
  const { entityId, fullName } = await makePerson(client)
  const body = {
    entityId,
    jurisdictionId: await jurisdictionOf(page, 'DE'),
    type: 'BANK' as const,
    ownership: 'SELF' as const,
    account: { iban: goodIban },
  }
  const added = (await client.call(accounts.addExternal, { body })).body.data
  await page.goto(`/accounts/external/${added.accountId}`)

  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No pay-in route uses it')
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Disable account' }).click()
  await expect(status(page)).toHaveText('Disabled')
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable account' }).click()
  await expect(status(page)).toHaveText('Enabled')

  const askToDelete = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Type the holder’s name' }).fill(fullName)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await askToDelete()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('was not deleted', { exact: false }).first()).toBeVisible()
  await expect(status(page)).toHaveText('Enabled')

  // The second time it is not undone.
  await askToDelete()
  const listed = async () =>
    (await client.call(accounts.listExternalOfEntity, { params: { entityId } })).body.data.length
  expect(await listed()).toBe(1)
  await expect(page.getByText('This account was deleted')).toBeVisible({ timeout: 15_000 })
  expect(await listed()).toBe(0)
  await expectNoViolations(page)
})

test('a link for a customer is made and can be copied @full', async ({ page, client }) => {
  const { fullName } = await makePerson(client)
  await page.goto('/accounts/external')
  await page.getByRole('button', { name: 'Create bank link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bank connection link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Entity' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await choose(dialog, 'Entity', fullName)
  await choose(dialog, 'Jurisdiction', 'Spain')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copy link', exact: true })).toBeVisible()
  await expect(dialog).toContainText(/\/link\//)
  await expectNoViolations(page, { within: '[role=dialog]' })
})

test('a funding account needs a verified customer, then gives deposit instructions @full', async ({
  page,
  client,
}) => {
  const stranger = await makePerson(client)
  await page.goto('/accounts')
  await page.getByRole('tab', { name: 'Funding', exact: true }).click()
  await page.getByRole('link', { name: 'Create funding account' }).first().click()
  const create = page.getByRole('button', { name: 'Create funding account' })
  await create.click()
  await expect(page.getByRole('combobox', { name: 'Entity' })).toBeFocused()
  await choose(page, 'Entity', stranger.fullName)
  await choose(page, 'Jurisdiction', 'United States')
  await page.getByRole('radio', { name: 'Hold for review' }).check()
  await create.click()
  const refused = page.getByRole('alert')
  await expect(refused).toContainText('not verified')
  await expect(refused.getByRole('link', { name: 'Open KYC' })).toHaveAttribute(
    'href',
    `/entities/${stranger.entityId}/kyc`,
  )
  await expectNoViolations(page)

  const customer = await makePerson(client, { approved: true })
  await choose(page, 'Entity', customer.fullName)
  await create.click()
  await expect(page).toHaveURL(/\/accounts\/funding\/fund_[0-9a-z]+$/)
  await expect(status(page)).toHaveText('Active', { timeout: 15_000 })
  const instructions = page.getByRole('region', { name: 'Deposit instructions' })
  await expect(instructions.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  await expect(instructions).toContainText(customer.fullName)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Deposits are held for review')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate account' }).click()
  await expect(status(page)).toHaveText('Inactive')
})

test('the entity page lists accounts of both kinds and what a corridor still needs @full', async ({
  page,
  client,
}) => {
  const { entityId } = await makePerson(client)
  await page.goto(`/entities/${entityId}/accounts`)
  await expect(page.getByRole('link', { name: 'Add account' })).toHaveAttribute(
    'href',
    `/accounts/new?entity=${entityId}`,
  )
  await expect(page.getByRole('link', { name: 'Create funding account' })).toBeVisible()

  await page.getByRole('tab', { name: 'Overview' }).click()
  const readiness = page.getByRole('region', { name: 'Corridor readiness' })
  await choose(readiness, 'From', 'United States')
  await choose(readiness, 'To', 'Mexico')
  const rows = readiness.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Not ready')
  await expect(rows.getByRole('link', { name: 'Open KYC' })).toHaveAttribute(
    'href',
    `/entities/${entityId}/kyc`,
  )
  await expectNoViolations(page)
})

test('published accounts of every country are accepted, and each kind of form refuses as the service does @full', async ({
  page,
  client,
}) => {
  test.setTimeout(minutesMs)
  const { entityId } = await makePerson(client)
  const known = (await client.call(accounts.listJurisdictions, { query: { limit: 200 } })).body.data
  const countries = new Set(known.flatMap(({ countryCode }) => countryCode ?? []))
  expect(new Set(publishedAccounts.map(({ country }) => country))).toEqual(countries)

  const form = await openAccountForm(page, entityId, 'United States')
  const check = page.getByRole('button', { name: 'Check account' })
  const kinds = new Set<string>()
  for (const { country, type, rail, values, refused } of publishedAccounts) {
    const jurisdiction = known.find(({ countryCode }) => countryCode === country)
    const name = jurisdiction?.name ?? country
    const place = page.getByRole('combobox', { name: 'Jurisdiction' })
    if ((await place.inputValue()) !== name) await choose(page, 'Jurisdiction', name)
    await chooseRail(form, `${type} ${rail}`)
    for (const [key, text] of Object.entries(values)) {
      expect(await answer(inputOf(form, key), text), `${country} ${key}`).toBe(true)
    }
    await check.click()
    await expect(page.getByText('The service accepts these details'), country).toBeVisible()

    // The service's own tests send every refused account of every country.
    const kind = `${type} ${Object.keys(values).toSorted().join(' ')}`
    if (kinds.has(kind)) continue
    kinds.add(kind)
    expect(refused.length, country).toBeGreaterThanOrEqual(3)
    for (const { why, change, path, says } of refused) {
      const row = `${country}: ${why}`
      const sent = { ...values, ...change }
      const message = await refusalOf(client, {
        entityId,
        jurisdictionId: jurisdiction?.id ?? '',
        type,
        rail,
        ownership: 'SELF',
        account: membersOf(sent, 'account.'),
        accountHolder: membersOf(sent, 'accountHolder.'),
        dryRun: true,
      })
      expect(message.get(path), row).toContain(says)

      const input = inputOf(form, path)
      const typed = []
      for (const [key, text] of Object.entries(change)) {
        typed.push(await answer(inputOf(form, key), text))
      }
      // What a closed list does not offer cannot be sent at all.
      if (typed.every(Boolean)) {
        await check.click()
        await expect(input, row).toHaveAttribute('aria-invalid', 'true')
        await expect(input, row).toHaveAccessibleDescription(
          new RegExp(escaped(message.get(path) ?? ''), 'u'),
        )
      }
      for (const key of Object.keys(change)) await answer(inputOf(form, key), values[key] ?? '')
    }
  }
})

test('published addresses: a wallet of every chain is accepted and refused by its checksum @full', async ({
  page,
  client,
  sandbox,
}) => {
  const { entityId } = await makePerson(client)
  const known = (await client.call(accounts.listJurisdictions, { query: { type: 'blockchain' } }))
    .body.data
  expect(known.map(({ id }) => id).toSorted()).toEqual(
    sandbox.chains.map(({ jurisdictionId }) => jurisdictionId).toSorted(),
  )
  for (const { name } of known) {
    const form = await openAccountForm(page, entityId, name)
    const address = inputOf(form, 'wallet.walletAddress')
    const check = page.getByRole('button', { name: 'Check account' })
    for (const text of publishedAddresses.refused) {
      await address.fill(text)
      await check.click()
      await expect(address, text).toHaveAttribute('aria-invalid', 'true')
    }
    for (const text of publishedAddresses.valid) {
      await address.fill(text)
      await check.click()
      await expect(page.getByText('The service accepts these details'), text).toBeVisible()
    }
  }
})

type Client = Parameters<typeof makePerson>[0]

type Body = RequestOf<Operations['accounts']['addExternal']>['body']

/** Messages of a refused account by their path; none for one that is accepted. */
async function refusalOf(client: Client, body: Body): Promise<Map<string, string>> {
  try {
    await client.call(accounts.addExternal, { body })
    return new Map()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return new Map(error.details.map(({ path, message }) => [path, message]))
  }
}

function membersOf(values: Readonly<Record<string, string>>, prefix: string) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, text]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : [],
    ),
  )
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

async function jurisdictionOf(page: Page, country: string): Promise<string> {
  const answered = await page.request.get('/bff/api/v1/xfer/utility/jurisdictions?limit=200')
  const { data } = (await answered.json()) as { data: { id: string; countryCode?: string }[] }
  return data.find(({ countryCode }) => countryCode === country)?.id ?? ''
}
