import { executionId } from '@corridor/domain'
import { expect, test } from 'vitest'
import { newTransfer, type TransferOrder } from './new-transfer.ts'
import type { Party } from './parties.ts'

const id = '0198c6a0-7d1c-7c3a-9f4e-1a2b3c4d5e6f'
const at = new Date('2026-01-02T03:04:05Z')
const hash = `0x${'ab'.repeat(32)}`
const money = (currency: string) => ({ minor: 12_500n, currency, scale: 2 })

const named = { email: 'a@example.com', jurisdiction: 'Germany', nickname: '' }
const wallet: Party = { ...named, fullName: 'Ada Okonkwo', wallet: { walletAddress: '0xAbC1' } }
const bank: Party = {
  ...named,
  fullName: 'Ben Sánchez',
  account: { accountNumber: '••••4321', bankName: 'Bank of Ben', bankIban: '', branchCode: '12' },
}
const unnamed: Party = { ...named, fullName: 'Cleo Marsh' }

const order = (from: Party, to: Party, of: Partial<TransferOrder> = {}): TransferOrder => ({
  partnerId: id,
  id,
  transactionId: 'Invoice-77',
  direction: 'ON_RAMP',
  status: 'QUOTED',
  eventStatus: 'quoted',
  from: { entityId: id, accountId: id, jurisdictionId: 'DE', party: from },
  to: { entityId: id, accountId: id, jurisdictionId: 'ES', party: to },
  amounts: { inAmount: money('EUR'), outAmount: money('EUR') },
  at,
  ...of,
})

test.each([
  ['between wallets', order(wallet, wallet, { kind: 'wallet' }), {}],
  ['quoted', order(bank, wallet, { depositAccount: { reference: 'REF9' } }), {}],
  [
    'quoted, paid on a chain',
    order(wallet, bank, { depositAccount: { depositWalletAddress: '0xDe9' } }),
    {},
  ],
  ['paid by somebody else', order({ ...unnamed, payer: 'Dora Nyström' }, bank), {}],
  ['for a deposit', order(unnamed, bank), { transaction_hash: hash }],
  ['a refund of its own', order(wallet, bank), {}],
  ['a deposit that goes back', order(unnamed, bank), { transaction_hash: hash }],
])('a transfer is found by everything that names it: %s', (_, made, columns) => {
  const row = newTransfer(made, columns)
  const account = made.depositAccount
  const terms = [
    'Invoice-77',
    executionId(row),
    ...[made.from.party, made.to.party].flatMap(
      ({ fullName, payer = '', wallet: paid, account: numbers }) => [
        fullName,
        payer,
        ...(paid ? [paid.walletAddress] : []),
        ...(numbers ? ['4321'] : []),
      ],
    ),
    ...(account ? Object.values(account) : []),
    ...Object.values(columns),
  ]
  expect(terms.filter((term) => !row.search_text.includes(term.toLowerCase()))).toEqual([])
  expect(row.search_text).not.toMatch(/•|bank of ben|undefined/)
})

test('what is left out has the value of a transfer without fees and without a request', () => {
  const row = newTransfer(order(unnamed, bank), { received: 12_500n, started_at: at })
  expect(row).toMatchObject({
    kind: 'ordinary',
    rate: '1',
    partner_fees: 0n,
    svc_fees: 0n,
    tx_fees: 0n,
    valid_until: at,
    created_at: at,
    received: 12_500n,
    version: 1,
  })
  expect(row).not.toHaveProperty('deposit_account')
})
