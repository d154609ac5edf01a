// Who may sign for a wallet: sessions, passkeys, policies, and the way out with the recovery phrase.
import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { deriveEvmKey, generateP256KeyPair } from '@corridor/signing'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { addPasskey, type Customer, makeCustomer, unique } from '../support/customers.ts'
import { expect, test } from '../support/journey.ts'
import { openSession, registerMethod, stampByPasskey } from '../support/wallets.ts'
import {
  choose,
  expectCompleted,
  fillTransfer,
  getQuote,
  quoteAndReview,
  sign,
} from '../support/wizard.ts'

const { sandbox: controls, transfers } = routes

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chip = (page: Page) => page.getByRole('timer', { name: /^Session ends in/ }).first()
const table = (page: Page, name: string) => page.getByRole('table', { name })
/** For people who want to look: `PICTURES=1 npm run e2e -- wallets`. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), animations: 'disabled' })
}

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a wallet is signed in to by an identity token, and by a code on the phone', async ({
  page,
  client,
  sandbox,
}) => {
  const customer = await makeCustomer(client, sandbox)
  await registerMethod(client, customer, 'OAuth')
  await registerMethod(client, customer, { authType: 'SMS_Auth', phoneNumber: newPhone() })
  const { entityId } = customer
  await page.goto(`/wallets/${entityId}/authentication`)
  const methods = table(page, 'Primary methods')
  await expect(methods.getByRole('row')).toHaveCount(4)

  await test.step('by an identity token', async () => {
    await button(page, 'Open session').click()
    const dialog = dialogOf(page, 'Open a session')
    await expectNoViolations(page, { within: '[role=dialog]' })
    await shoot(page, 'open-session')
    await openSession(dialog, client, customer, 'Identity provider')
    await expect(dialog).toBeHidden()
    await expect(chip(page)).toBeVisible()
    const row = table(page, 'Sessions').getByRole('row').filter({ hasText: 'This browser' })
    await expect(row).toContainText('Identity provider Sandbox sign-in')
  })

  await test.step('the key is this browser’s, cannot be read out, and survives a reload', async () => {
    await page.reload()
    await expect(chip(page)).toBeVisible()
    expect(await keysIn(page)).toEqual([{ type: 'private', extractable: false }])
  })

  await test.step('the session signs for a further method', async () => {
    await button(page, 'Add method').click()
    const dialog = dialogOf(page, 'Add a primary method')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Treasury server')
    await dialog.getByRole('textbox', { name: 'Public key' }).fill(generateP256KeyPair().publicKey)
    await shoot(page, 'add-method')
    await dialog.getByRole('button', { name: 'Add method' }).click()
    await expect(dialog).toBeHidden()
    await expect(methods.getByRole('row').filter({ hasText: 'Treasury server' })).toContainText(
      'Active',
    )
  })

  await test.step('ended, it is nowhere any more', async () => {
    await page.getByRole('button', { name: /^End session of/ }).click()
    await expect(chip(page)).toBeHidden()
    await expect(page.getByText('No session is open')).toBeVisible()
    await expect.poll(() => databasesOf(page)).toEqual([])
  })

  await test.step('by a code on the phone, which revokes the identity', async () => {
    const row = methods.getByRole('row').filter({ hasText: 'Identity provider' })
    await row.getByRole('button', { name: /^Revoke/ }).click()
    const dialog = dialogOf(page, 'Revoke Identity provider')
    await openSession(dialog, client, customer, 'SMS code')
    await expect(dialog.getByRole('timer', { name: /^Session ends in/ })).toBeVisible()
    await expectNoViolations(page, { within: '[role=dialog]' })
    await shoot(page, 'revoke-method')
    await dialog.getByRole('button', { name: 'Revoke method' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Revoked')
    // A code that was used makes its method an active one.
    await expect(methods.getByRole('row').filter({ hasText: 'SMS code' })).toContainText('Active')
  })
  await expectNoViolations(page)
})

test('a passkey is removed by the primary method, and signs nothing from then on @full', async ({
  page,
  client,
  sandbox,
  authenticator: _authenticator,
}) => {
  const customer = await makeCustomer(client, sandbox, { amount: 100 })
  const payee = await makeCustomer(client, sandbox)
  const { entityId } = customer
  await registerMethod(client, customer, { authType: 'Email_Auth', email: newMail() })
  await page.goto(`/wallets/${entityId}/authentication`)
  const credentialId = await addPasskey(page, client, customer)
  await page.reload()
  const signed = await quote(client, customer, payee)
  const stamp = await stampByPasskey(page, signed.payloadToSign, credentialId)
  await execute(client, signed.executionId, stamp)

  await page.getByRole('button', { name: /^Remove Laptop/ }).click()
  const dialog = dialogOf(page, /^Remove Laptop/)
  await expect(dialog).toContainText('a passkey cannot')
  await expect(dialog).toContainText('This is the last passkey')
  await expect(dialog.getByRole('button', { name: /^Remove passkey/ })).toBeDisabled()
  await shoot(page, 'remove-passkey')
  await openSession(dialog, client, customer, 'E-mail code')
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No passkey yet')).toBeVisible()
  await expectNoViolations(page)

  const late = await quote(client, customer, payee)
  const refused = await stampByPasskey(page, late.payloadToSign, credentialId)
  await expect(execute(client, late.executionId, refused)).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
  })
})

test('a wallet leaves with its recovery phrase, at once or after its waiting time @full', async ({
  page,
  client,
  sandbox,
}) => {
  const customer = await makeCustomer(client, sandbox)
  const { entityId, accounts } = customer
  await registerMethod(client, customer, { authType: 'Email_Auth', email: newMail() })
  const openExport = async () => {
    await page.getByRole('button', { name: 'Export wallet Main' }).click()
    const dialog = dialogOf(page, 'Export Main')
    await dialog.getByRole('checkbox', { name: /cannot be taken back/ }).check()
    return dialog
  }
  await page.goto(`/wallets/${entityId}/authentication`)

  await test.step('the phrase is shown once, and is the wallet', async () => {
    const dialog = await openExport()
    await expectNoViolations(page, { within: '[role=dialog]' })
    await openSession(dialog, client, customer, 'E-mail code')
    await shoot(page, 'export-wallet')
    await dialog.getByRole('button', { name: 'Export wallet' }).click()
    const phrase = await readPhrase(page)
    expect(phrase).toHaveLength(12)
    expect(deriveEvmKey(phrase.join(' '), accounts[0].path).address).toBe(accounts[0].address)
    expect(await everythingKept(page)).not.toContain(phrase.slice(0, 3).join(' '))
  })

  await test.step('with a waiting time it can be cancelled', async () => {
    await setDelay(page, '1 h')
    await page.goto(`/wallets/${entityId}/authentication`)
    const dialog = await openExport()
    await expect(dialog).toContainText('the export waits 1 h')
    await dialog.getByRole('button', { name: 'Export wallet' }).click()
    await expect(page.getByText('The export of Main waits').first()).toBeVisible()
    await expect(button(page, 'Cancel export')).toBeVisible()
    await shoot(page, 'waiting-export')
    await page.reload()
    await button(page, 'Cancel export').click()
    await expect(page.getByRole('button', { name: 'Export wallet Main' })).toBeVisible()
  })

  await test.step('and gives the phrase when it is over', async () => {
    const dialog = await openExport()
    await dialog.getByRole('button', { name: 'Export wallet' }).click()
    await expect(page.getByRole('button', { name: /^Get phrase/ })).toBeDisabled()
    await client.call(controls.advanceClock, { body: { seconds: 3_601 } })
    await page.reload()
    await button(page, 'Get phrase').click()
    const phrase = await readPhrase(page)
    expect(deriveEvmKey(phrase.join(' '), accounts[0].path).address).toBe(accounts[0].address)
    await expect.poll(() => databasesOf(page)).toEqual([])
    await setDelay(page, 'None')
  })
})

test('a policy refuses a transfer before it is signed, and asks for a second signature @full', async ({
  page,
  client,
  sandbox,
  authenticator: _authenticator,
}) => {
  const customer = await makeCustomer(client, sandbox, { amount: 100 })
  const payee = await makeCustomer(client, sandbox)
  const { entityId } = customer
  await registerMethod(client, customer, { authType: 'Email_Auth', email: newMail() })
  await page.goto(`/wallets/${entityId}/policies`)
  const credentialId = await addPasskey(page, client, customer)
  const paid = await quote(client, customer, payee)
  await execute(
    client,
    paid.executionId,
    await stampByPasskey(page, paid.payloadToSign, credentialId),
  )
  await expect(page.getByText('No policy yet')).toBeVisible()

  await test.step('a draft is tried on what was signed, and its mistakes stand at the fields', async () => {
    await page.getByRole('button', { name: 'Edit policy of Main' }).click()
    const perTransfer = page.getByRole('group', { name: 'Limit per transfer' })
    await perTransfer.getByRole('button', { name: 'Add limit' }).click()
    await button(page, 'Try on the last 30 days').click()
    const amount = perTransfer.getByRole('textbox', { name: 'More than' })
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await amount.fill('0.5')
    await button(page, 'Try on the last 30 days').click()
    const result = page.getByRole('region', { name: 'The draft on the last 30 days' })
    await expect(result).toContainText('Of 1 transfer of the last 30 days 1 would be refused')
    await expect(table(page, 'Would be refused')).toContainText('1')
    await shoot(page, 'policy-tried')
    await amount.fill('20')
    await expect(result).toBeHidden()
    await button(page, 'Try on the last 30 days').click()
    await expect(result).toContainText('0 would be refused')
    await expectNoViolations(page)
  })

  await test.step('it is signed for with the second signature and the hours in it', async () => {
    const second = page.getByRole('group', { name: 'Second signature' })
    await second.getByRole('button', { name: 'Add limit' }).click()
    await second.getByRole('textbox', { name: 'More than' }).fill('10')
    await page.getByRole('checkbox', { name: 'Only these receivers' }).check()
    await choose(page, 'Add an account', payee.fullName)
    await button(page, 'Save policy').click()
    const dialog = dialogOf(page, 'Save the policy of Main')
    await expectNoViolations(page, { within: '[role=dialog]' })
    await openSession(dialog, client, customer, 'E-mail code')
    await shoot(page, 'save-policy')
    await dialog.getByRole('button', { name: 'Save policy' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Version 1')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Rules' })).toContainText('20')
    await shoot(page, 'policy')
    await page.getByRole('link', { name: 'New transfer' }).click()
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(
      new RegExp(customer.fullName),
    )
  })

  await test.step('more than the limit is refused when it is quoted', async () => {
    await fillTransfer(page, { from: customer, to: payee, amount: '25' })
    await getQuote(page).click()
    await expect(page.getByText(/more than 20/i).first()).toBeVisible()
    await shoot(page, 'refused')
    await expect(button(page, 'Review')).toHaveCount(0)
  })

  await test.step('above the other amount two have to sign', async () => {
    await fillTransfer(page, { from: customer, to: payee, amount: '15' })
    await quoteAndReview(page)
    await sign(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'One more signature is needed' })
    await expect(notice).toBeVisible()
    await expectNoViolations(page)
    await shoot(page, 'second-signature')
    await button(page, 'Sign with session').click()
    await expectCompleted(page)
  })
})

test('the list has a row for each wallet, and leads to a new one @full', async ({
  page,
  client,
  sandbox,
}) => {
  const customer = await makeCustomer(client, sandbox, { amount: 12 })
  await page.goto('/wallets')
  const list = table(page, 'Wallets')
  const row = list.getByRole('row').filter({ hasText: customer.fullName })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('12.000000 USDC')
  await expect(row).toContainText('API key')

  await button(page, 'Set up wallet').click()
  const dialog = dialogOf(page, 'Set up a wallet')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Entity' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await choose(dialog, 'Entity', customer.fullName)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`/wallets/${customer.entityId}/setup`)

  await page.goto('/wallets')
  await button(page, 'Settings').click()
  const settings = dialogOf(page, 'Wallet settings')
  await settings.getByRole('textbox', { name: 'Issuer' }).fill('http://id.example.com')
  await settings.getByRole('button', { name: 'Allow issuer' }).click()
  await expect(settings.getByRole('textbox', { name: 'Issuer' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expectNoViolations(page, { within: '[role=dialog]' })
  await shoot(page, 'settings')
})

const newMail = () => `owner.${unique()}@example.com`
const newPhone = () => `+44740012${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`

/** One unit of the first token, quoted for the payer's signature. */
async function quote(client: Client, from: Customer, to: Customer) {
  const { body } = await client.call(transfers.simulate, {
    body: {
      transactionId: `W-${unique()}`,
      fromEntityId: from.entityId,
      fromAccountId: from.accounts[0].externalAccountId,
      toEntityId: to.entityId,
      toAccountId: to.accounts[0].externalAccountId,
      exactAmountOut: 1,
    },
  })
  if (!('payloadToSign' in body)) throw new Error('Between wallets there is a payload to sign.')
  return body
}

async function execute(client: Client, executionId: string, payloadSignature: string) {
  await client.call(transfers.execute, {
    body: { executionId, payloadSignature, signatureType: 'WebAuthn' },
  })
  const isOver = async () => {
    const { data } = (await client.call(transfers.read, { params: { executionId } })).body
    return data.status
  }
  await expect.poll(isOver, { timeout: 15_000 }).toBe('COMPLETED')
}

/** The words as they are shown, which nobody keeps. */
async function readPhrase(page: Page): Promise<string[]> {
  const shown = page.getByRole('dialog', { name: 'Recovery phrase of Main' })
  const phraseText = shown.getByRole('list', { name: 'Recovery phrase' })
  await expect(shown.getByRole('button', { name: 'Reveal' })).toBeVisible()
  await expect(phraseText).toHaveCount(0)
  await expect(shown.getByRole('button', { name: /^Done/ })).toBeDisabled()
  await shown.getByRole('button', { name: 'Reveal' }).click()
  await expectNoViolations(page, { within: '[role=dialog]' })
  await shoot(page, 'phrase')
  const phrase = await phraseText.getByRole('listitem').allTextContents()
  await shown.getByRole('checkbox', { name: 'I have stored it' }).check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  return phrase
}

async function setDelay(page: Page, label: string): Promise<void> {
  await page.goto('/wallets')
  await button(page, 'Settings').click()
  const dialog = dialogOf(page, 'Wallet settings')
  await dialog.getByRole('combobox', { name: 'Waiting time of exports' }).selectOption({ label })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
}

const databasesOf = (page: Page) => page.evaluate(() => indexedDB.databases())

/** What kind of keys the browser keeps for this site. */
function keysIn(page: Page) {
  return page.evaluate(async () => {
    const open = indexedDB.open('corridor-keys')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result.transaction('keys').objectStore('keys').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    open.result.close()
    return (all.result as { key: { privateKey: CryptoKey } }[]).map(({ key }) => {
      const { type, extractable } = key.privateKey
      return { type, extractable }
    })
  })
}

/** Everything that this page has left behind, as text. */
const everythingKept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.documentElement.outerHTML,
    ]),
  )
