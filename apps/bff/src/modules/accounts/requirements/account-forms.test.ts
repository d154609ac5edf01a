import { beforeAll, describe, expect, test } from 'vitest'
import { countryId, externalBase as base } from '../../../../test/support/money/accounts.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { makeEntity } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()
let brazil: string
beforeAll(async () => {
  brazil = await countryId(bff, 'BR')
})

const bank = { bankRoutingNumber: '001', branchCode: '1606', accountNumber: '28347X' }
const whole = {
  ...bank,
  accountType: 'CHECKING',
  additionalDetails: { holderCpf: '11144477735' },
}
const pix = { pixKeyType: 'EMAIL', pixKey: 'not an address' }

// Brazil has two forms of the type BANK: one of a Pix key, one of a bank's numbers.
describe('accounts.addExternal: a country with two forms of one type', () => {
  const add = async (account: object, rail?: string) =>
    bff.post(`${base}/add`, {
      entityId: await makeEntity(bff),
      jurisdictionId: brazil,
      type: 'BANK',
      ownership: 'SELF',
      account,
      ...(rail ? { rail } : {}),
    })

  test('400: what is missing is missing from the form that was begun', async () => {
    const { status, body } = await add(bank)
    expect(status).toBe(400)
    expect(body.error.details.map(({ path }: AnyBody) => path)).toEqual([
      'account.additionalDetails.holderCpf',
      'account.accountType',
    ])
  })

  test('200: the account is what the form of its rail says; the rest is named and left out', async () => {
    const additionalDetails = { ...whole.additionalDetails, ...pix }
    const { status, body, headers } = await add({ ...whole, additionalDetails }, 'TED')
    expect([status, body.error?.details]).toEqual([200, undefined])
    expect(body.data).toMatchObject({
      rails: ['TED'],
      account: { accountNumber: '••••7X', bankRoutingNumber: '001', branchCode: '1606' },
    })
    expect(headers.get('x-ignored-fields')?.split(', ')).toEqual([
      'account.additionalDetails.pixKeyType',
      'account.additionalDetails.pixKey',
    ])
  })
})
