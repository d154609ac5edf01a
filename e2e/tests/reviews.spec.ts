// Money that does not fit, questions of compliance, and money that names no transfer.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { makeBanked } from '../support/bank-transfers.ts'
import { unique } from '../support/customers.ts'
import { expect, look, test } from '../support/journey.ts'
import { aDocument } from '../support/papers.ts'
import { openFunding, payIn } from '../support/payin.ts'
import { sharedAdmin } from '../support/stack.ts'
import { choose } from '../support/wizard.ts'

const { sandbox, transfers } = routes

const review = (page: Page) => page.getByRole('region', { name: 'Review', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first()

/** A transfer by bank that waits for its money. */
async function waiting(client: Client, amount: number) {
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
  return { executionId, from, to }
}

/** One for which something else arrived than was quoted. */
async function paidIn(client: Client, amount: number, deposit: object): Promise<string> {
  const { executionId } = await waiting(client, amount)
  await client.call(sandbox.depositForTransfer, { params: { executionId }, body: deposit })
  return executionId
}

test('a short deposit is accepted at a new price, by passkey @full', async ({ page, client }) => {
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

test('a payee whose bank has a similar name is paid as it is, with both names in view @full', async ({
  page,
  client,
}) => {
  const { executionId, to } = await waiting(client, 80)
  const name = `${to.fullName} Boateng`
  const body = { accountId: to.french, name }
  await client.call(sandbox.setBankName, { body })
  await client.call(sandbox.depositForTransfer, { params: { executionId }, body: {} })
  await page.goto(`/transfers/${executionId}`)
  await expect(
    review(page).getByText('In review: the payee’s bank did not confirm the name'),
  ).toBeVisible()
  await expect(review(page).getByText(name, { exact: true })).toBeVisible()
  await client.call(sandbox.setBankName, { body: { ...body, name: null } })
  await expectNoViolations(page)
  await look(page, 'transfer-name-held')
  await button(page, 'Pay as it is').click()
  const dialog = page.getByRole('dialog', { name: 'Pay in spite of the name?' })
  await expect(dialog.getByText(name)).toBeVisible()
  await dialog.getByRole('button', { name: 'Pay as it is', exact: true }).click()
  await expect(status(page, 'Completed')).toBeVisible()
  await page.goto('/settings/workspace')
  await expect(page.getByLabel('The bank has another name')).toHaveValue('HOLD')
  await look(page, 'settings-workspace')
})

/** Answers the only question with a letter, and opens that; nothing is sent without an answer. */
async function answer(page: Page, panel: Locator, text: string): Promise<void> {
  await panel.getByRole('button', { name: 'Send answer' }).click()
  await expect(panel.getByText('Write an answer.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Answer' }).fill(text)
  const letter = aDocument('letter.pdf')
  await panel.locator('input[type=file]').setInputFiles(letter)
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Send answer' }).click()
  await expect(panel.getByText(text)).toBeVisible()
  const download = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'letter.pdf' }).click()
  expect(await readFile(await (await download).path())).toEqual(letter.buffer)
}

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
  await answer(page, review(page), 'An uncle of the payer.')
  await client.call(sandbox.reviewTransfer, { params, body: { decision: 'APPROVED' } })
  await expect(status(page, 'Completed')).toBeVisible()
})

test('a held deposit: its question is answered, and it pays the transfer that it was sent for @full', async ({
  page,
  client,
}) => {
  const { executionId, from, to } = await waiting(client, 90)
  const funded = await openFunding(client, from)
  const depositId = await payIn(client, funded, 90, 'Walter Stranger')
  const ask = ['deposit', 'review', '--deposit', depositId, '--decision', 'ask']
  await sharedAdmin([...ask, '--question', 'What is it for?'])
  await page.goto(`/routes/deposits/${depositId}`)
  const questions = page.getByRole('region', { name: 'Questions' })
  await expect(questions).toContainText('Without an answer it stays held')
  await look(page, 'question')
  await answer(page, questions, 'For an invoice.')
  await look(page, 'answered')

  await button(page, 'Resolve').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Assign/ }).check()
  await dialog.getByRole('button', { name: 'Assign deposit' }).click()
  await expect(dialog).toContainText('Choose the transfer.')
  await choose(page, 'Transfer', to.fullName)
  await expect(dialog.getByRole('region', { name: 'What happens' })).toContainText(
    `It is what the transfer waits for: ${to.fullName} is paid.`,
  )
  await look(page, 'assign')
  await expectNoViolations(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Assign deposit' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/transfers/${executionId}`)
  await expect(status(page, 'Completed')).toBeVisible()
})
