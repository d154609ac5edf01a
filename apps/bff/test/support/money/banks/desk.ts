import { beforeAll, expect } from 'vitest'
import { jurisdictionOf } from '../../people/customers.ts'
import type { AnyBody, Bff, Got } from '../../process/bff.ts'
import { camt, type CamtEntry } from './camt.ts'
import { openFunding } from '../funding.ts'

export const bankPath = '/api/v1/sandbox/bank'
export const payinPath = '/api/v1/xfer/payin'

/** A partner that writes files in the bank's place; its amounts begin at `first`, in cents. */
export function bankDesk(bff: Bff, first: number) {
  let funding: AnyBody
  let germany: string
  beforeAll(async () => {
    germany = (await jurisdictionOf(bff, 'DE')).id
    funding = await openFunding(bff, germany)
  })

  const numberOf = ({ depositAccountInfo }: AnyBody): string =>
    depositAccountInfo.bank_account_number
  const german = () => {
    const found = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
    if (!found) throw new Error('no account')
    return found
  }

  let amount = first
  /** An entry with an amount that no other test has. */
  function anEntry(change: Partial<CamtEntry> = {}): CamtEntry {
    amount += 1
    const day = '2026-11-19'
    return { amount: (amount / 100).toFixed(2), day, payee: numberOf(funding), ...change }
  }
  const notice = (...entries: CamtEntry[]) => camt('054', german(), entries)
  const importing = (text: string, partner = bff.first) =>
    bff.post(`${bankPath}/file`, { name: 'notice.xml', text }, {}, partner)
  const trying = (text: string, partner = bff.first) =>
    bff.post(`${bankPath}/file/trial`, { name: 'notice.xml', text }, {}, partner)
  const refusalOf = ({ status, body }: Got) => [status, body.error?.code]

  const waiting = async (of: CamtEntry, partner = bff.first): Promise<AnyBody[]> => {
    const { body } = await bff.get(`${payinPath}/deposits/waiting`, partner)
    const { payments } = body.data.data
    return payments.filter((payment: AnyBody) => payment.amount.amount === Number(of.amount))
  }
  const depositsOf = async (of: CamtEntry): Promise<AnyBody[]> => {
    const { body } = await bff.get(`${payinPath}/deposits?limit=200`)
    return body.data.data.filter((item: AnyBody) => item.amountIn.amount === Number(of.amount))
  }
  const messagesOf = (depositId: string, partner = bff.first) =>
    bff.get(`${payinPath}/deposit/${depositId}/messages`, partner)
  const deciding = (paymentId: string, decision: string, partner = bff.first, headers = {}) =>
    bff.post(
      `${bankPath}/payment/${paymentId}/decision`,
      { decision, reason: 'The payer called.' },
      headers,
      partner,
    )
  const auditOf = async (object: string): Promise<AnyBody[]> =>
    bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'actor_type', 'reason', 'partner_id'])
        .where('object_id', '=', object)
        .execute(),
    )

  /** The same money in two messages that only look alike. */
  async function twice(change: Partial<CamtEntry> = {}) {
    const entry = anEntry(change)
    await importing(notice(entry))
    await importing(notice(entry))
    const [payment, ...more] = await waiting(entry)
    expect(more).toEqual([])
    return { entry, payment: payment ?? {} }
  }

  const setAside = async (partner = bff.first): Promise<AnyBody[]> =>
    (await bff.get(`${bankPath}/set-aside`, partner)).body.data
  /** A line that cannot be read, of a file of its own. */
  async function aside(): Promise<AnyBody> {
    const text = notice(anEntry({ amount: '12.345' }))
    expect((await importing(text)).body.data).toMatchObject({ booked: 0, setAside: 1 })
    const found = await setAside()
    return found.at(-1) ?? {}
  }
  const booking = (lineId: string, change: object = {}, partner = bff.first, headers = {}) =>
    bff.post(
      `${bankPath}/set-aside/${lineId}/book`,
      {
        fundingAccountId: funding.fundingAccountId,
        amount: 12.34,
        bookedOn: '2026-11-19',
        payerName: 'Ada Payer',
        text: 'INV 11',
        reason: 'The bank confirmed it.',
        ...change,
      },
      headers,
      partner,
    )

  return {
    aside,
    anEntry,
    auditOf,
    booking,
    deciding,
    depositsOf,
    german,
    getFunding: () => funding,
    importing,
    messagesOf,
    notice,
    refusalOf,
    setAside,
    trying,
    twice,
    waiting,
  }
}
