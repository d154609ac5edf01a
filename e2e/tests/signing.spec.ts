// What may go wrong between a quote and its signature, and that nothing is sent when it does.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { decodeTransfer, encodeTransfer, type EvmTransfer } from '@corridor/signing'
import type { Page } from '@playwright/test'
import type { Authenticator } from '../support/authenticator.ts'
import { expectNoViolations } from '../support/axe.ts'
import { addPasskey, type Customer, makeCustomer } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'
import type { Sandbox } from '../support/stack.ts'
import {
  expectCompleted,
  fillTransfer,
  getQuote,
  quoteAndReview,
  quoteRegion,
  sign,
} from '../support/wizard.ts'

const { sandbox: controls, transfers } = routes
const simulatePath = '**/bff/api/v1/xfer/transaction/simulate'
const executePath = /\/bff\/api\/v1\/xfer\/transaction\/transfer$/

type Ends = { from: Customer; to: Customer }

/** Two customers; the one who pays has a passkey on the page's authenticator. */
async function makeEnds(
  page: Page,
  { client, sandbox }: { client: Client; sandbox: Sandbox; authenticator: Authenticator },
): Promise<Ends> {
  const from = await makeCustomer(client, sandbox, { amount: 100 })
  const to = await makeCustomer(client, sandbox)
  await page.goto('/transfers/new')
  await addPasskey(page, client, from)
  return { from, to }
}

/** What the page has asked the service to execute so far. */
function watchExecutes(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (executePath.test(request.url())) sent.push(request.postData() ?? '')
  })
  return sent
}

async function sentBy(client: Client, { entityId }: Customer): Promise<string[]> {
  const answer = await client.call(transfers.listOfEntity, { params: { entityId } })
  return answer.body.data.map(({ status }) => status)
}

const expired = (page: Page) => page.getByRole('alert').filter({ hasText: 'The quote has expired' })
const renew = (page: Page) => page.getByRole('button', { name: 'Get a new quote' })
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' })

test('a quote that expires is renewed with the inputs as they were, and a double click sends it once', async ({
  page,
  client,
  sandbox,
  authenticator,
}) => {
  const ends = await makeEnds(page, { client, sandbox, authenticator })
  const executes = watchExecutes(page)
  await fillTransfer(page, { ...ends, amount: '1,250.5' })
  await expect(amountField(page)).toHaveAccessibleDescription(/The wallet holds 100/)
  await amountField(page).fill('12.5')
  await getQuote(page).click()
  await expect(quoteRegion(page).getByRole('timer', { name: 'Quote valid for' })).toBeVisible()

  await client.call(controls.advanceClock, { body: { seconds: 601 } })
  await expect(expired(page)).toBeVisible({ timeout: 15_000 })
  await expect(renew(page)).toBeFocused()
  await expect(quoteRegion(page).getByRole('timer')).toBeHidden()
  await expect(amountField(page)).toHaveValue('12.5')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(
    new RegExp(ends.from.fullName),
  )
  await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue(new RegExp(ends.to.fullName))
  await expectNoViolations(page)

  await page.keyboard.press('Enter')
  await expect(quoteRegion(page).getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
  await expect(quoteRegion(page)).toContainText('Nothing changed')
  await expect(quoteRegion(page)).toContainText('Customer’s limit left today')
  await page.getByRole('button', { name: 'Review' }).click()
  await sign(page).dblclick()
  await expectCompleted(page)
  expect(executes).toHaveLength(1)
  expect(await sentBy(client, ends.from)).toEqual(['COMPLETED'])
})

test('a quote that expires while the passkey is asked for ends the ceremony @full', async ({
  page,
  client,
  sandbox,
  authenticator,
}) => {
  const ends = await makeEnds(page, { client, sandbox, authenticator })
  const executes = watchExecutes(page)
  await fillTransfer(page, { ...ends, amount: '12.5' })
  await quoteAndReview(page)
  await authenticator.setPresent(false)
  await sign(page).click()
  await expect(
    page.getByText('Waiting for the signature. Nothing has been sent yet.'),
  ).toBeVisible()

  await client.call(controls.advanceClock, { body: { seconds: 601 } })
  await expect(expired(page)).toBeVisible({ timeout: 15_000 })
  await expect(renew(page)).toBeFocused()
  await expect(page.getByText('Waiting for the signature.')).toBeHidden()
  await authenticator.setPresent(true)
  await expect(expired(page)).toBeVisible()
  expect(executes).toEqual([])
  expect(await sentBy(client, ends.from)).toEqual([])

  await renew(page).click()
  await page.getByRole('button', { name: 'Review' }).click()
  await sign(page).click()
  await expectCompleted(page)
})

/** The payload of a quote with another transaction in it. */
function withTransfer(payload: string, change: Partial<EvmTransfer>): string {
  const activity = JSON.parse(payload) as { parameters: { unsignedTransaction: string } }
  const decoded = decodeTransfer(activity.parameters.unsignedTransaction)
  if (!decoded.ok) throw new Error('The honest payload cannot be decoded.')
  activity.parameters.unsignedTransaction = encodeTransfer({ ...decoded.value, ...change })
  return JSON.stringify(activity)
}

const elsewhere = '0x000000000000000000000000000000000000dEaD'
const tampered: { row: string; change: (payload: string) => string }[] = [
  { row: 'Recipient', change: (payload) => withTransfer(payload, { recipient: elsewhere }) },
  { row: 'Amount', change: (payload) => withTransfer(payload, { amount: 100_000_000n }) },
  { row: 'Token', change: (payload) => withTransfer(payload, { token: elsewhere }) },
  { row: 'Network', change: (payload) => withTransfer(payload, { chainId: 1 }) },
  {
    row: 'Network fee',
    change: (payload) => withTransfer(payload, { maxFeePerGas: 10n ** 15n }),
  },
  {
    row: 'Anything else',
    change: (payload) => payload.replace('"parameters":{', '"parameters":{"approve":"all",'),
  },
  // Not a transaction of this kind any more: there is no table to show.
  {
    row: '',
    change: (payload) =>
      payload.replace('"unsignedTransaction":"0x02', '"unsignedTransaction":"0x03'),
  },
]

test('a payload that says something else than the quote cannot be signed', async ({
  page,
  client,
  sandbox,
  authenticator,
}) => {
  const ends = await makeEnds(page, { client, sandbox, authenticator })
  const executes = watchExecutes(page)
  let change: ((payload: string) => string) | undefined
  await page.route(simulatePath, async (route) => {
    const response = await route.fetch()
    const quote = (await response.json()) as { payloadToSign: string }
    const payloadToSign = change ? change(quote.payloadToSign) : quote.payloadToSign
    expect(change === undefined || payloadToSign !== quote.payloadToSign).toBe(true)
    await route.fulfill({ response, json: { ...quote, payloadToSign } })
  })
  await fillTransfer(page, { ...ends, amount: '12.5' })
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'This payload does not match the quote' })

  for (const attack of tampered) {
    change = attack.change
    await (attack === tampered[0] ? getQuote(page) : renew(page)).click()
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(refused).toBeVisible()
    await expect(sign(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Sign/ })).toHaveCount(0)
    if (attack.row) {
      const check = page.getByRole('table', { name: 'Payload check' })
      const row = check.getByRole('row').filter({
        has: page.getByRole('rowheader', { name: attack.row, exact: true }),
      })
      await expect(row).toContainText('Differs')
    }
  }
  await expectNoViolations(page)
  expect(executes).toEqual([])

  change = undefined
  await renew(page).click()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(refused).toBeHidden()
  await sign(page).click()
  await expectCompleted(page)
  expect(await sentBy(client, ends.from)).toEqual(['COMPLETED'])
})

test('a ceremony that is closed sends nothing, and can be tried again or elsewhere @full', async ({
  page,
  client,
  sandbox,
  authenticator,
}) => {
  const ends = await makeEnds(page, { client, sandbox, authenticator })
  const executes = watchExecutes(page)
  await fillTransfer(page, { ...ends, amount: '12.5' })
  await quoteAndReview(page)
  const closed = page
    .getByRole('alert')
    .filter({ hasText: 'The request was closed or timed out. Nothing was sent.' })
  const again = closed.getByRole('button', { name: 'Try again' })
  const otherDevice = closed.getByRole('button', { name: 'Use another device' })

  await authenticator.setWilling(false)
  await sign(page).click()
  await expect(closed).toBeVisible()
  await expect(again).toBeVisible()
  await expect(otherDevice).toBeVisible()
  await expectNoViolations(page)
  await otherDevice.click()
  await expect(closed).toBeVisible()
  expect(executes).toEqual([])
  expect(await sentBy(client, ends.from)).toEqual([])

  await authenticator.setWilling(true)
  await again.click()
  await expectCompleted(page)
  expect(executes).toHaveLength(1)
})

test('a sign-in passkey cannot answer for the wallet @full', async ({
  page,
  client,
  sandbox,
  member,
  authenticator,
}) => {
  const ends = await makeEnds(page, { client, sandbox, authenticator })
  const executes = watchExecutes(page)
  for (const { credentialId } of await authenticator.credentials())
    await authenticator.forget(credentialId)
  for (const passkey of member.passkeys) await authenticator.add(passkey)
  await fillTransfer(page, { ...ends, amount: '12.5' })
  await quoteAndReview(page)
  await sign(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'The request was closed or timed out. Nothing was sent.',
  )
  expect(executes).toEqual([])
})

test('an answer that is lost on the way is asked for again with the same stamp', async ({
  page,
  client,
  sandbox,
  authenticator,
  problems,
}) => {
  const ends = await makeEnds(page, { client, sandbox, authenticator })
  const executes = watchExecutes(page)
  await page.route(executePath, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await fillTransfer(page, { ...ends, amount: '12.5' })
  await quoteAndReview(page)
  await sign(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'No answer yet. The transfer may have started.',
  )
  await page.unroute(executePath)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectCompleted(page)
  expect(executes).toHaveLength(2)
  expect(executes[0]).toBe(executes[1])
  expect(await sentBy(client, ends.from)).toEqual(['COMPLETED'])
  // The browser itself reports the connection that was cut.
  expect(problems.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')])
})
