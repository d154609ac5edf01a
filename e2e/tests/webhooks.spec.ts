// A partner's own server and the page about it: register, break it, mend it, rotate, verify.
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { anAwaitedTransfer } from '../support/awaited-transfer.ts'
import { aPerson } from '../support/customers.ts'
import { expect, look, test as base } from '../support/journey.ts'
import { type Received, type Receiver, startReceiver, verified } from '../support/receiver.ts'

const { entities, webhooks } = routes

/** The endpoint is quiet again afterwards. */
const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ client }, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    const { body } = await client.call(webhooks.registeredUrl, {})
    if (body.webhookUrl === receiver.url) await client.call(webhooks.pause, {})
    await receiver.close()
  },
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const nameOf = ({ body }: Received) => {
  const { eventCategory, eventType } = JSON.parse(body) as Record<string, string>
  return `${eventCategory}.${eventType}`
}

/** Reads the secret that is shown once, and says that it is stored. */
async function storeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Store your signing secret' })
  const secret = await dialog.getByRole('region', { name: 'Signing secret' }).innerText()
  await dialog.getByRole('checkbox', { name: 'I have stored it' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return secret.trim()
}

/** The row of the newest delivery of this event, and the way to open it. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: name }).first()

test('a webhook is registered, breaks, is mended and replayed, and its secret is rotated', async ({
  page,
  client,
  receiver,
}) => {
  const { received } = receiver
  const newest = () => received.at(-1) as Received

  const first = await test.step('register; the signed test event arrives', async () => {
    await page.goto('/webhooks')
    await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(receiver.url)
    await button(page, 'Check address').click()
    const check = page.getByRole('list', { name: 'Check of the address' })
    await expect(check.getByRole('listitem')).toHaveCount(4)
    await expect(check).toContainText('204')
    const before = received.length
    await button(page, 'Register webhook').click()
    const secret = await storeSecret(page)
    const sent = () => received.slice(before)
    await expect.poll(() => sent().map(nameOf)).toContain('webhook.test')
    for (const call of sent())
      expect(verified(call, secret).eventId).toBe(call.headers['webhook-id'])
    await expect(page.getByRole('region', { name: 'Endpoint', exact: true })).toContainText(
      'Active',
    )
    await expectNoViolations(page)
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/webhooks/test')
    return secret
  })

  const eventId = await test.step('break it; attempts fail and are retried', async () => {
    receiver.answerWith(500)
    await tab(page, 'Deliveries')
    await expect(rowOf(page, 'webhook.test')).toBeVisible()
    await client.call(entities.create, { body: aPerson() })
    const row = rowOf(page, 'entity.created')
    await button(page, /^\d+ new$/).click()
    await expect(row).toContainText('Retrying')
    await row.getByRole('link').click()
    const attempts = page.getByRole('list', { name: 'Attempts' })
    await expect(attempts).toContainText('Attempt 2: 500 Internal Server Error')
    await expect(attempts).toContainText('Attempt 3 of 10')
    await expectNoViolations(page)
    return newest().headers['webhook-id']
  })

  await test.step('mend it; sent again it is delivered, under the same id', async () => {
    receiver.answerWith(204)
    await button(page, 'Send again now').click()
    await expect(rowOf(page, 'entity.created')).toContainText('Delivered')
    await expect(page.getByRole('list', { name: 'Attempts' })).toContainText('204 No Content')
    expect(newest().headers).toMatchObject({ 'webhook-id': eventId, 'webhook-replay': 'manual' })
    verified(newest(), first)
  })

  await test.step('the overview shows the state of deliveries', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const health = page.getByRole('region', { name: 'Webhook deliveries' })
    await expect(health).toContainText('Active')
    await expect(health).toContainText('0 waiting or retrying, 0 exhausted')
    await expect(health).toContainText('500')
    await health.getByRole('link', { name: 'All deliveries' }).click()
    await expect(rowOf(page, 'entity.created')).toContainText('Delivered')
  })

  await test.step('what failed meanwhile is replayed', async () => {
    receiver.answerWith(500)
    await client.call(entities.create, { body: aPerson() })
    await expect.poll(() => newest().headers['webhook-id']).not.toBe(eventId)
    receiver.answerWith(204)
    await button(page, /^Replay/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start replay' }).click()
    const replay = page.getByRole('region', { name: 'Replay' })
    await expect(replay).toContainText('Completed')
    await expect(replay).toContainText(/1 event:\s*1 delivered/)
    expect(newest().headers['webhook-replay']).toBe('recovery')
  })

  const second = await test.step('rotate; both secrets sign', async () => {
    await tab(page, 'Secret')
    await button(page, 'Rotate secret').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click()
    const secret = await storeSecret(page)
    await expect(page.getByRole('main')).toContainText('Two secrets are valid until')
    await expectNoViolations(page)
    await tab(page, 'Test')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Send test event' }).click()
    await expect(page.getByRole('region', { name: /^Result/ })).toContainText('Delivered')
    expect(String(newest().headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const item of [first, secret])
      expect(nameOf(newest())).toBe(`webhook.${verified(newest(), item).eventType}`)
    return secret
  })

  await test.step('the verifier takes what came, and names what is wrong', async () => {
    await tab(page, 'Verifier')
    const { headers, body } = newest()
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
    await page.getByRole('textbox', { name: 'Headers' }).fill(lines.join('\n'))
    await page.getByRole('textbox', { name: 'Raw body' }).fill(body)
    await page.getByLabel('Signing secret').fill(second)
    await button(page, 'Verify').click()
    await expect(page.getByRole('alert')).toContainText('The request is genuine')
    await page.getByRole('textbox', { name: 'Raw body' }).fill(body.replace('"ping"', '"pong"'))
    await button(page, 'Verify').click()
    await expect(page.getByRole('alert')).toContainText('The request does not verify')
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    await expect(checks.filter({ hasText: 'Signature' })).toContainText('fits neither this body')
    await expectNoViolations(page)
  })

  await test.step('a second endpoint takes only transfers, under a secret of its own', async () => {
    const ledger = await startReceiver()
    await page.goto('/webhooks')
    await button(page, 'Add endpoint').click()
    await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(ledger.url)
    await page.getByRole('textbox', { name: /^Description/ }).fill('Ledger')
    await page.getByRole('radio', { name: /^Selected events/ }).check()
    await page.getByRole('checkbox', { name: 'Transfer', exact: true }).check()
    await page.getByRole('tabpanel').getByRole('button', { name: 'Add endpoint' }).click()
    const own = await storeSecret(page)
    const endpoints = page.getByRole('table', { name: 'Endpoints' })
    await expect(endpoints.getByRole('row')).toHaveCount(3)
    await expect(page).toHaveURL(/\?endpoint=whe_/)
    await expect.poll(() => ledger.received.map(nameOf)).toEqual(['webhook.test'])
    await expectNoViolations(page)
    await look(page, 'webhooks-several')

    const { executionId } = await anAwaitedTransfer(client, 25)
    await client.call(entities.create, { body: aPerson() })
    await expect.poll(() => received.map(nameOf)).toContain('transfer.initiated')
    await expect.poll(() => ledger.received.map(nameOf)).toContain('transfer.initiated')
    const mine = received.filter((call) => nameOf(call) === 'transfer.initiated').at(-1) as Received
    const its = ledger.received.find((call) => nameOf(call) === 'transfer.initiated') as Received
    expect(its.headers['webhook-id']).toBe(mine.headers['webhook-id'])
    verified(its, own)
    verified(mine, second)
    await page.goto(`/webhooks/deliveries?executionId=${executionId}&category=transfer`)
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
    const initiated = rows.filter({ hasText: 'transfer.initiated' })
    await expect(initiated).toHaveCount(2)
    await expect(initiated.filter({ hasText: 'Ledger' })).toContainText('Delivered')
    await page.goto('/webhooks/deliveries?category=entity&status=DELIVERED')
    await expect(rows.filter({ hasText: 'entity.created' }).first()).toBeVisible()
    await expect(rows.filter({ hasText: 'Ledger' })).toHaveCount(0)
    expect(new Set(ledger.received.map((call) => nameOf(call).split('.')[0]))).toEqual(
      new Set(['webhook', 'transfer']),
    )
    await page.goto('/webhooks')
    await endpoints.getByRole('link', { name: 'Ledger' }).click()
    await button(page, 'Delete endpoint').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(endpoints).toBeHidden()
    await expect(page.getByRole('region', { name: 'Endpoint', exact: true })).toContainText(
      'Active',
    )
    await ledger.close()
  })
})
