// Proving that an account is the customer's own: by a small payment, and by a wallet on the customer's page.
import { routes } from '@corridor/contract/routes'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { makePerson } from '../../support/accounts-form.ts'
import { expectNoViolations } from '../../support/axe.ts'
import { expect, test } from '../../support/journey.ts'

const { accounts, sandbox } = routes

test('an account is proved by a small payment, and a wallet by its signature', async ({
  page,
  client,
}) => {
  const { entityId, fullName } = await makePerson(client)
  const nearly = fullName.replace(' ', ' Maria ')
  const listed = await client.call(accounts.listJurisdictions, { query: { limit: '200' } })
  const placeOf = (wanted: string) =>
    listed.body.data.find(({ name, type }) => name === wanted || type === wanted)?.id ?? ''

  // A name that is nearly the customer's: the bank confirms it, and it is only claimed.
  const added = await client.call(accounts.addExternal, {
    body: {
      entityId,
      jurisdictionId: placeOf('Germany'),
      type: 'BANK',
      ownership: 'SELF',
      accountHolder: { name: nearly, type: 'individual' },
      account: { iban: 'DE02120300000000202051' },
    },
  })
  const { accountId = '', ownershipProof, accountHolder } = added.body.data
  expect([accountHolder.name, ownershipProof?.status]).toEqual([nearly, 'CLAIMED'])
  await page.goto(`/accounts/external/${accountId}`)
  const card = page.getByRole('region', { name: 'Proof of ownership' })
  await expect(card).toContainText('refunds to it')
  await card.getByRole('button', { name: 'Pay a small amount to it' }).click()
  const form = card.getByRole('form', { name: 'From the statement' })
  await expect(form).toBeVisible()
  await expectNoViolations(page)
  const arrived = async () =>
    (await client.call(sandbox.arrivedOnAccount, { params: { accountId } })).body.data[0]
  await expect.poll(async () => (await arrived())?.isPaid).toBe(true)
  const { text = '', amount = 0 } = (await arrived()) ?? {}
  await form.getByLabel('Amount that arrived').fill(String(amount))
  await form.getByLabel('Code on the statement').fill('CORRIDOR 22222222')
  await form.getByRole('button', { name: 'Confirm' }).click()
  await expect(form.getByRole('alert')).toContainText('not those of the payment')
  await form.getByLabel('Code on the statement').fill(text)
  await form.getByRole('button', { name: 'Confirm' }).click()
  await expect(card).toContainText('Small payment to it')
  await expect(card.getByText('Not used for')).toBeHidden()

  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = await client.call(accounts.addExternal, {
    body: {
      entityId,
      jurisdictionId: placeOf('blockchain'),
      type: 'WALLET',
      ownership: 'SELF',
      wallet: { walletAddress: owner.address },
    },
  })
  await page.goto(`/accounts/external/${wallet.body.data.accountId}`)
  await card.getByRole('button', { name: 'Have the wallet sign' }).click()
  await card.getByRole('button', { name: 'Link for the customer' }).click()
  const url = (await card.getByText(/\/prove\/prove_/).textContent()) ?? ''

  // The customer's browser has a wallet, no account here and no session.
  const customer = await page.context().browser()?.newContext()
  const visit = await customer?.newPage()
  if (!visit) throw new Error('no browser')
  await visit.exposeFunction('signAsWallet', (hex: `0x${string}`) =>
    owner.signMessage({ message: { raw: hex } }),
  )
  await visit.addInitScript((address) => {
    const shown = window as unknown as {
      ethereum: object
      signAsWallet: (hex: string) => Promise<string>
    }
    shown.ethereum = {
      request: ({ method, params }: { method: string; params?: string[] }) =>
        method === 'eth_requestAccounts' ? [address] : shown.signAsWallet(params?.[0] ?? ''),
    }
  }, owner.address)
  await visit.goto(new URL(new URL(url).pathname, page.url()).href)
  await expectNoViolations(visit)
  await visit.getByRole('button', { name: 'Sign with the wallet in this browser' }).click()
  await expect(visit.getByText('It is confirmed')).toBeVisible()
  await customer?.close()
  await page.reload()
  await expect(card).toContainText('Signature of the wallet')
})
