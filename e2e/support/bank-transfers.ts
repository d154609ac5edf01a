import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { expect, type Page } from '@playwright/test'
import { makePerson } from './accounts-form.ts'
import { unique } from './customers.ts'

const { accounts, sandbox, transfers } = routes

/** A verified person with bank accounts in Germany and France; the first under another holder's name if asked. */
export async function makeBanked(
  client: Client,
  { holder }: { holder?: string } = {},
): Promise<{ entityId: string; fullName: string; german: string; french: string }> {
  const { entityId, fullName } = await makePerson(client, { approved: true })
  const german = await addIban(client, entityId, 'Germany', holder ?? fullName)
  const french = await addIban(client, entityId, 'France', fullName)
  return { entityId, fullName, german, french }
}

const ibans = { Germany: 'DE89370400440532013000', France: 'FR1420041010050500013M02606' }

/** An IBAN account of a customer, as its partner’s program adds it. */
export async function addIban(
  client: Client,
  entityId: string,
  country: keyof typeof ibans,
  holder: string,
): Promise<string> {
  const query = { type: 'country', q: country, limit: 200 } as const
  const listed = (await client.call(accounts.listJurisdictions, { query })).body.data
  const jurisdiction = listed.find(({ name }) => name === country)
  if (!jurisdiction) throw new Error(`There is no jurisdiction ${country}.`)
  const added = await client.call(accounts.addExternal, {
    body: {
      entityId,
      jurisdictionId: jurisdiction.id,
      type: 'BANK',
      ownership: 'SELF',
      accountHolder: { name: holder, type: 'individual' },
      account: { iban: ibans[country] },
    },
  })
  if (added.body.data.accountId === undefined) throw new Error('The account was not stored.')
  return added.body.data.accountId
}

/** A transfer between two bank accounts whose money has arrived, as a partner's program makes it. */
export async function payByBank(
  client: Client,
  from: { entityId: string; accountId: string },
  to: { entityId: string; accountId: string },
  amount: number,
): Promise<string> {
  const quoted = await client.call(transfers.simulate, {
    body: {
      transactionId: `T-${unique()}`,
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn: amount,
    },
  })
  if (!('data' in quoted.body)) throw new Error('Between two banks there is no stamp.')
  const { executionId, transferAcknowledgement } = quoted.body.data
  const body = { executionId, transferAcknowledgement: transferAcknowledgement.version }
  await client.call(transfers.execute, { body })
  await client.call(sandbox.depositForTransfer, { params: { executionId }, body: {} })
  return executionId
}

/** From a form that is filled to the page of the transfer that it started. */
export async function quoteAndConfirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get quote' }).click()
  const quote = page.getByRole('region', { name: 'Quote' })
  await expect(quote.getByRole('timer', { name: 'Quote valid for' })).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Review and confirm' })).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm transfer' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: /I have checked the payee/ }).check()
  await confirm.click()
  await expect(page).toHaveURL(/\/transfers\/exec_[0-9a-z]+$/)
}

/** The payer's money arrives in full, at the press of the sandbox's button. */
export async function letDepositArrive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simulate deposit' }).click()
  await page.getByRole('button', { name: 'Simulate deposit' }).click()
}
