// Money that does not fit and questions of compliance, on the page of the transfer that waits.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { makeBanked } from '../support/bank-transfers.ts'
import { unique } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'

const { sandbox, transfers } = routes

const review = (page: Page) => page.getByRole('region', { name: 'Review', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()

/** A transfer by bank for which something else arrived than was quoted. */
async function paidIn(client: Client, amount: number, deposit: object): Promise<string> {
  const [from, to] = await Promise.all([makeBanked(client), makeBanked(client)])
  const quoted = await client.call(transfers.simulate, {
    body: {
      transactionId: `T-${unique()}`,
      fromEntityId: from.entityId,
      fromAccountId: from.german,
      toEntityId: to.entityId,
      toAccountId: to.french,
      exactAmountIn: amount,
    },
  })
  if (!('data' in quoted.body)) throw new Error('Between two banks there is no stamp.')
  const { executionId, transferAcknowledgement } = quoted.body.data
  await client.call(transfers.execute, {
    body: {
      executionId,
      transferAcknowledgement: transferAcknowledgement.version,
      counterPartyRiskAcknowledged: true,
    },
  })
  await client.call(sandbox.depositForTransfer, { params: { executionId }, body: deposit })
  return executionId
}

test('a short deposit is accepted at a new price, by passkey', async ({ page, client }) => {
  const executionId = await paidIn(client, 80, { amount: 55 })
  await page.goto(`/transfers/${executionId}`)
  await expect(review(page).getByText('In review: too little arrived')).toBeVisible()
  await expect(review(page).getByText('Your team', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await button(page, 'Accept what arrived').click()
  const dialog = page.getByRole('dialog', { name: 'Accept what arrived?' })
  await expect(dialog.getByText('55.00 EUR')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Accept what arrived', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(status(page, 'Completed')).toBeVisible()
  await expect(review(page)).toBeHidden()
})

test('a question about a transfer is answered, and the decision shows by itself', async ({
  page,
  client,
}) => {
  const executionId = await paidIn(client, 1_500, { senderName: 'Walter Stranger' })
  await page.goto(`/transfers/${executionId}`)
  await expect(review(page).getByText('In review: somebody else paid')).toBeVisible()
  await expect(review(page).getByText('Corridor’s compliance team')).toBeVisible()
  const params = { executionId }
  await client.call(sandbox.reviewTransfer, {
    params,
    body: { decision: 'INFORMATION_REQUIRED', question: 'Who is Walter Stranger?' },
  })
  await expect(review(page).getByText('Who is Walter Stranger?')).toBeVisible()
  await button(page, 'Send answer').click()
  await expect(review(page).getByText('Write an answer.')).toBeVisible()
  await review(page).getByRole('textbox', { name: 'Answer' }).fill('An uncle of the payer.')
  await page.locator('input[type=file]').setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await expectNoViolations(page)
  await button(page, 'Send answer').click()
  await expect(review(page).getByText('An uncle of the payer.')).toBeVisible()
  await expect(review(page).getByText('letter.pdf')).toBeVisible()
  await client.call(sandbox.reviewTransfer, { params, body: { decision: 'APPROVED' } })
  await expect(status(page, 'Completed')).toBeVisible()
})
