// The page on which a customer chooses bank accounts: no staff, no script, any keyboard or phone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routes } from '@corridor/contract/routes'
import type { Client } from '@corridor/client'
import { expectNoViolations } from '../support/axe.ts'
import { aPerson } from '../support/customers.ts'
import { expect, strangerTest as test } from '../support/journey.ts'

const { accounts, entities } = routes

async function aLink(client: Client, more: { redirectUrl?: string } = {}) {
  const person = aPerson()
  const created = await client.call(entities.create, { body: person })
  const { entityId } = created.body.data
  const listed = await client.call(accounts.listJurisdictions, { query: { q: 'Germany' } })
  const jurisdictionId = listed.body.data[0]?.id ?? ''
  const made = await client.call(accounts.linkToken, {
    body: { entityId, jurisdictionId, ...more },
  })
  return { ...made.body.data, entityId, fullName: `${person.firstName} ${person.lastName}` }
}

test('a customer chooses two accounts with the keyboard and is brought back to the partner @full', async ({
  page,
  client,
}) => {
  const partner = createServer((_, response) => response.end('Welcome back')).listen(0, '127.0.0.1')
  await new Promise((resolve) => partner.once('listening', resolve))
  const { port } = partner.address() as AddressInfo
  const redirectUrl = `http://127.0.0.1:${port}/linked?order=7`
  const link = await aLink(client, { redirectUrl })

  await page.goto(link.linkUrl)
  await expect(page.getByRole('heading', { name: 'Choose your bank' })).toBeVisible()
  await expect(page.getByText(link.fullName)).toBeVisible()
  await expectNoViolations(page)
  // The first bank has the focus; arrows choose among the banks, Enter sends the form.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Lighthouse Test Bank' })).toBeChecked()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('group', { name: 'Accounts at Lighthouse Test Bank' })).toBeVisible()
  await expectNoViolations(page)
  for (const name of [/Everyday account/, /Savings account/, /I allow/]) {
    await page.getByRole('checkbox', { name }).focus()
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')

  await expect(page.getByText('Welcome back')).toBeVisible()
  const back = new URL(page.url())
  expect([back.port, back.searchParams.get('order')]).toEqual([String(port), '7'])
  const publicToken = back.searchParams.get('publicToken') ?? ''
  const { linkToken, entityId } = link
  const done = await client.call(accounts.completeLink, { body: { linkToken, publicToken } })
  expect(done.body.data).toMatchObject({ status: 'LINKED', accounts: [{ entityId }, { entityId }] })

  await page.goto(link.linkUrl)
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await expectNoViolations(page)
  partner.close()
})

test('on a phone in the dark, without a way back, the customer gets a code to hand over @full', async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const { linkUrl, linkToken } = await aLink(client)
  await page.goto(linkUrl)
  await page.getByText('Tideway Test Bank').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wide).toBe(false)
  await page.getByText('I allow').click()
  await page.getByRole('button', { name: 'Share accounts' }).click()
  await expect(page.getByRole('alert')).toHaveText('Choose at least one of the accounts.')
  await expectNoViolations(page)
  await page.getByText('Everyday account').click()
  await page.getByText('I allow').click()
  await page.getByRole('button', { name: 'Share accounts' }).click()
  await expectNoViolations(page)
  const publicToken = await page.getByText(/^public-/).innerText()
  const done = await client.call(accounts.completeLink, { body: { linkToken, publicToken } })
  expect(done.body.data.accounts).toHaveLength(1)
})
