// Pay-in routes: money that is forwarded automatically, its destination, and decisions on the rest.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { loggedTransfers } from '../support/chain.ts'
import { makeCustomer } from '../support/customers.ts'
import { expect, look, test } from '../support/journey.ts'
import { depositsOf, makeFunded, makePayee, makeRoute, payIn } from '../support/payin.ts'
import { choose } from '../support/wizard.ts'

const { payinRoutes, sandbox: controls } = routes

const history = (page: Page) => page.getByRole('table', { name: 'Deposits of this route' })
const rowOf = (page: Page, sender: string) => history(page).getByRole('row', { name: sender })
const forwarding = (page: Page) => page.getByRole('switch', { name: 'Forwarding' })

/** A payout on the simulated rail or the chain is there within seconds. */
const soon = { timeout: 20_000 }

test('a route from a bank to a wallet: made, paid into, and the tokens are there', async ({
  page,
  client,
  sandbox,
}) => {
  const owner = await makeFunded(client)
  const { entityId, accounts } = await makeCustomer(client, sandbox)
  const body = { decision: 'APPROVED' } as const
  await client.call(controls.decideKyc, { params: { entityId }, body })
  const other = await makePayee(client)
  const [wallet] = accounts

  await page.goto('/routes')
  await page.getByRole('link', { name: 'Create route' }).first().click()
  await expect(page.getByRole('heading', { name: 'Create route', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Create route' }).click()
  await expect(page.getByRole('combobox', { name: 'Entity' })).toBeFocused()
  await choose(page, 'Entity', owner.fullName)
  // It has one funding account, so that is the one.
  await expect(page.getByRole('combobox', { name: 'Funding account' })).toHaveValue(/Germany/)
  await choose(page, 'Destination', wallet.externalAccountId)
  const preview = page.getByRole('region', { name: 'What the payee receives' })
  await preview.getByRole('textbox', { name: 'A deposit of' }).fill('500')
  await expect(preview).toContainText('Service fees')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Create route' }).click()
  await expect(page).toHaveURL(/\/routes\/tele_[0-9a-z]+$/)
  const record = page.url()
  const teleportId = record.split('/').at(-1) ?? ''

  await expect(page.getByText('No deposits yet')).toBeVisible()
  await payIn(client, owner, 500, 'Brightwater Grocers')
  await expect(rowOf(page, 'Brightwater Grocers')).toContainText('Forwarded', soon)
  const [deposit] = await depositsOf(client, teleportId)
  const { transfers } = await loggedTransfers(sandbox, deposit?.payoutHash ?? '')
  expect(transfers.map(({ to, value }) => [to, value])).toEqual([
    [wallet.address.toLowerCase(), BigInt(Math.round((deposit?.amountOut.amount ?? 0) * 1e6))],
  ])
  await page.goto(`/wallets/${entityId}`)
  await expect(page.getByRole('main')).toContainText(String(deposit?.amountOut.amount))

  // The same once more opens it; for another destination the page shows which route is in the way.
  await page.goto(`/routes/new?entity=${owner.entityId}&funding=${owner.fundingAccountId}`)
  await choose(page, 'Destination', other)
  await page.getByRole('button', { name: 'Create route' }).click()
  await expect(page.getByRole('alert')).toContainText('already has an active route')
  await choose(page, 'Destination', wallet.externalAccountId)
  await page.getByRole('button', { name: 'Create route' }).click()
  await expect(page).toHaveURL(record)
  await expect(page.getByRole('alert')).toContainText('This route already exists')
})

test('a destination is changed while a deposit is on its way: that one goes to the old one @full', async ({
  page,
  client,
  authenticator,
}) => {
  const owner = await makeFunded(client)
  const [slow, between, next] = await Promise.all([
    makePayee(client, 'SLOW'),
    makePayee(client),
    makePayee(client),
  ])
  const teleportId = await makeRoute(client, owner, slow)
  await page.goto(`/routes/${teleportId}`)
  await payIn(client, owner, 300, 'Calloway Hotels')
  await expect(rowOf(page, 'Calloway Hotels')).toContainText('Forwarding', soon)

  await page.getByRole('button', { name: 'Change destination' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The funding account')
  await expect(dialog.getByRole('region', { name: 'In transit' })).toContainText('Calloway Hotels')
  await dialog.getByRole('button', { name: 'Change destination' }).click()
  await expect(dialog.getByRole('combobox', { name: 'New destination' })).toBeFocused()
  await choose(page, 'New destination', next)
  await expectNoViolations(page, { within: '[role=dialog]' })
  const confirm = dialog.getByRole('button', { name: 'Change destination' })
  await authenticator.setWilling(false)
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent')
  await authenticator.setWilling(true)
  // Another member was quicker: their change is not overwritten unseen.
  const body = { teleportId, externalAccountId: between }
  await client.call(payinRoutes.update, { body })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The route has changed in the meantime')
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The destination was changed', { exact: true })).toBeVisible()

  await payIn(client, owner, 310, 'Dorado Imports')
  // Nothing moves under the cursor: what is new waits to be asked for.
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(rowOf(page, 'Dorado Imports')).toContainText('Forwarded', soon)
  // The slow bank confirms a day later.
  await client.call(controls.advanceClock, { body: { seconds: 90_000 } })
  await expect(rowOf(page, 'Calloway Hotels')).toContainText('Forwarded', soon)
  const went = (await depositsOf(client, teleportId)).map(({ sender, destination }) => [
    sender.name,
    destination,
  ])
  expect(went).toEqual([
    ['Dorado Imports', { externalAccountId: next, destinationVersion: 3 }],
    ['Calloway Hotels', { externalAccountId: slow, destinationVersion: 1 }],
  ])

  // What the person makes here stands in the list at once.
  await page.getByRole('button', { name: 'Simulate deposit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Simulate deposit' }).click()
  await expect(history(page).locator('tbody tr')).toHaveCount(3)
  await page.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export deposits of this route' })
  await expect(exporting.getByRole('button', { name: 'Export 3 rows' })).toBeEnabled()
})

test('a route that is off holds what arrives: one deposit is forwarded, one returned @full', async ({
  page,
  client,
}) => {
  const owner = await makeFunded(client)
  const payee = await makePayee(client)
  const teleportId = await makeRoute(client, owner, payee)
  await page.goto(`/routes/${teleportId}`)
  await forwarding(page).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Deposits that arrive while the route is inactive are held until you resolve them',
  )
  await expect(dialog).toContainText('deposits are returned to the sender')
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Invoice in dispute')
  await page.keyboard.press('Enter')
  await expect(forwarding(page)).not.toBeChecked()
  await expect(forwarding(page)).toBeFocused()

  const [kept, sent] = [
    await payIn(client, owner, 400, 'Kept'),
    await payIn(client, owner, 410, 'Sent'),
  ]
  await expect(rowOf(page, 'Kept')).toContainText('Held', soon)
  await forwarding(page).click()
  await expect(dialog).toContainText('move only when you resolve them')
  await dialog.getByRole('button', { name: 'Switch route on' }).click()
  await expect(forwarding(page)).toBeChecked()

  await page.goto('/routes/held')
  const queue = page.getByRole('table', { name: 'Held deposits' })
  const resolve = (sender: string) =>
    queue.getByRole('row', { name: sender }).getByRole('button', { name: 'Resolve' })
  await resolve('Kept').click()
  await dialog.getByRole('radio', { name: /^Forward/ }).check()
  await expect(dialog.getByRole('region', { name: 'What arrives' })).toContainText('Service fees')
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Forward deposit' }).click()
  await expect(dialog).toBeHidden()
  await expect(resolve('Kept')).toHaveCount(0)

  await resolve('Sent').click()
  await dialog.getByRole('radio', { name: /^Return/ }).check()
  await expect(dialog).toContainText('410.00 EUR')
  await expect(dialog.getByRole('radio', { name: /The sender/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Return deposit' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(`/routes/${teleportId}`)
  await expect(rowOf(page, 'Kept')).toContainText('Forwarded', soon)
  await expect(rowOf(page, 'Sent')).toContainText('Returned', soon)
  const ends = (await depositsOf(client, teleportId)).map(({ depositId, status }) => [
    depositId,
    status,
  ])
  expect(ends).toEqual([
    [sent, 'RETURNED'],
    [kept, 'FORWARDED'],
  ])
})

test('deposits that a limit holds: how much is used, and those that fit are forwarded together @full', async ({
  page,
  client,
}) => {
  const owner = await makeFunded(client)
  await makeRoute(client, owner, await makePayee(client))
  // A day of half a million dollars takes five of them.
  const early = async (count: number) => {
    for (let at = 0; at < count; at += 1) await payIn(client, owner, 80_000, 'Early Bird')
  }
  await early(5)
  await payIn(client, owner, 81_000, 'Second Wave')
  await payIn(client, owner, 82_000, 'Third Wave')
  await page.goto('/routes/held')
  const queue = page.getByRole('table', { name: 'Held deposits' })
  const pick = (sender: string) =>
    queue.getByRole('row', { name: sender }).getByRole('checkbox').check()
  await expect(queue.getByRole('row', { name: 'Second Wave' })).toContainText(
    /left, resets .+ \(The customer’s daily limit\)/,
  )
  await pick('Second Wave')
  await pick('Third Wave')
  await expect(page.getByText('0 fit now, 2 do not')).toBeVisible()
  await look(page, 'held-limits')
  await page.getByRole('button', { name: 'Forward those that fit' }).focus()
  await expect(page.getByText('None of them fits now')).toBeVisible()

  // The next day has room for one of them: the older goes, the other is named.
  await client.call(controls.advanceClock, { body: { seconds: 86_400 } })
  await early(4)
  await page.reload()
  await expect(queue.getByRole('row', { name: 'Second Wave' })).toContainText('Fits now')
  await expectNoViolations(page)
  await pick('Second Wave')
  await pick('Third Wave')
  await page.getByRole('button', { name: 'Forward those that fit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 deposits, 163,000.00 EUR')
  await look(page, 'held-forward')
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Forward 2' }).click()
  await expect(dialog).toContainText('1 deposit forwarded: 81,000.00 EUR')
  await expect(dialog.getByRole('list', { name: 'Stay held' })).toContainText(
    '82,000.00 EUR: The customer’s daily limit',
  )
  await look(page, 'held-outcome')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(queue.getByRole('row', { name: 'Second Wave' })).toHaveCount(0)
  await queue.getByRole('row', { name: 'Third Wave' }).getByRole('link').first().click()
  await expect(page.getByRole('meter').first()).toBeVisible()
  await expect(page.getByText(/^Resets /)).toBeVisible()
  await look(page, 'held-deposit')
  await expectNoViolations(page)
})

test('a destination that is disabled switches its route off; enabled again it is offered @full', async ({
  page,
  client,
}) => {
  const owner = await makeFunded(client)
  const payee = await makePayee(client)
  const teleportId = await makeRoute(client, owner, payee)
  const status = async () => {
    const params = { teleportId }
    return (await client.call(payinRoutes.read, { params, query: {} })).body.data.data.routeStatus
  }
  await page.goto(`/accounts/external/${payee}`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const affected = dialog.getByRole('region', { name: 'Affected routes' })
  await expect(affected.getByRole('button', { name: `Copy route id ${teleportId}` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Disable account' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(`/routes/${teleportId}`)
  await expect(page.getByRole('main')).toContainText('The destination is not enabled')
  await expect(forwarding(page)).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Open destination' }).click()
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await dialog.getByRole('button', { name: 'Enable account' }).click()
  await expect(page.getByText('A pay-in route is still off')).toBeVisible()
  expect(await status()).toBe('inactive')
  await page.getByRole('button', { name: /^Switch on / }).click()
  await expect(page.getByText('A pay-in route is still off')).toBeHidden()
  expect(await status()).toBe('active')
})
