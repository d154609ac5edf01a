// Everybody whom a bank's message names is looked up, and who really pays is who paid.
import { parseId } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { camt, type CamtEntry } from '../../../../test/support/money/banks/camt.ts'
import { creditedOf, takeFile } from '../../../../test/support/money/banks/files.ts'
import { openFunding } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { aParty, rowOf } from '../../../../test/support/money/ordinary.ts'
import { paidIn, readTransfer, started } from '../../../../test/support/money/ordinary-flow.ts'
import {
  findDeposit,
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../../test/support/money/payin-deposits.ts'
import { aRoute, type MadeRoute } from '../../../../test/support/money/payin-routes.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { reviewAbout } from '../../../../test/support/people/operator.ts'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { assignEntry } from '../../deposits/bank-suspense-store.ts'
import { readParties } from '../../transfers/payouts/parties-store.ts'
import { travelRuleOf } from '../../transfers/payouts/travel-rule.ts'
import { takeInDue } from '../bank-intake.ts'

const bff = ownBff()
let funding: AnyBody
let route: MadeRoute
beforeAll(async () => {
  funding = await openFunding(bff, (await jurisdictionOf(bff, 'DE')).id)
  route = await aRoute(bff, { from: 'DE', to: 'ES' })
})

let amount = 20_000
/** An amount that no other test has. */
function anAmount() {
  amount += 1
  return { minor: BigInt(amount), text: (amount / 100).toFixed(2) }
}
const day = '2026-11-27'
const listed = 'Ayman al-Zawahiri'
const named = (name: string) => `<FinInstnId><Nm>${name}</Nm></FinInstnId>`

async function take(kind: '052' | '053' | '054', entries: readonly Partial<CamtEntry>[]) {
  const account = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
  if (!account) throw new Error('no account')
  const payee = funding.depositAccountInfo.bank_account_number
  const whole = entries.map((entry) => ({ amount: '1.00', day, payee, payer: 'Pay Ltd', ...entry }))
  await takeFile(bff, camt(kind, account, whole))
}

describe('what names somebody listed is held for compliance', () => {
  test.each<[string, '052' | '053' | '054', Partial<CamtEntry>]>([
    ['who really pays', '054', { ultimatePayer: listed }],
    ['in a report', '052', { ultimatePayer: listed }],
    ['in a statement', '053', { ultimatePayer: listed }],
    ['in another script', '054', { ultimatePayer: 'أيمن الظواهري' }],
    [
      'with the id of an organisation',
      '054',
      {
        parties: `<UltmtDbtr><Nm>${listed}</Nm><Id><OrgId><Othr><Id>HRB 7</Id></Othr></OrgId></Id></UltmtDbtr>`,
      },
    ],
    ['with somebody else on one line', '054', { ultimatePayer: `Ada Payer OR ${listed}` }],
    ['whom it is for', '054', { parties: `<UltmtCdtr><Nm>${listed}</Nm></UltmtCdtr>` }],
    ['the holder of the account', '054', { parties: `<Cdtr><Nm>${listed}</Nm></Cdtr>` }],
    ['the bank of the payer', '054', { agents: `<DbtrAgt>${named(listed)}</DbtrAgt>` }],
    ['a bank on the way', '054', { agents: `<IntrmyAgt1>${named(listed)}</IntrmyAgt1>` }],
  ])('%s', async (_, kind, entry) => {
    const { minor, text } = anAmount()
    await take(kind, [{ amount: text, ...entry }])
    expect(await creditedOf(bff, minor)).toMatchObject([
      { status: 'HELD', held_reason: 'COMPLIANCE' },
    ])
  })

  test('but nobody who is not listed, and the customer is no stranger to its own account', async () => {
    const { minor, text } = anAmount()
    const parties = `<Cdtr><Nm>${funding.accountOwner.name}</Nm></Cdtr><UltmtCdtr><Nm>Bob Other</Nm></UltmtCdtr>`
    await take('054', [{ amount: text, ultimatePayer: 'Eve Real', parties }])
    const [deposit] = await creditedOf(bff, minor)
    expect(deposit).toMatchObject({ status: 'HELD', held_reason: 'NO_ROUTE' })
    const { sender } = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('deposit')
        .select('sender')
        .where('amount', '=', minor)
        .executeTakeFirstOrThrow(),
    )
    expect(sender).toMatchObject({
      name: 'Pay Ltd',
      ultimateName: 'Eve Real',
      others: ['Bob Other'],
    })
  })

  test('only the payment of a batch that names one', async () => {
    const [listedPart, other, whole] = [anAmount(), anAmount(), anAmount()]
    const detail = (minor: bigint, ultimate: string) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${(Number(minor) / 100).toFixed(2)}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Pay Ltd</Nm></Dbtr>${ultimate}<CdtrAcct><Id><IBAN>${funding.depositAccountInfo.bank_account_number}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
    const sum = ((Number(listedPart.minor) + Number(other.minor)) / 100).toFixed(2)
    const details = `<NtryDtls>${detail(listedPart.minor, `<UltmtDbtr><Nm>${listed}</Nm></UltmtDbtr>`)}${detail(other.minor, '')}</NtryDtls>`
    await take('054', [{ amount: sum, details, text: whole.text }])
    expect(await creditedOf(bff, listedPart.minor)).toMatchObject([{ held_reason: 'COMPLIANCE' }])
    expect(await creditedOf(bff, other.minor)).toMatchObject([{ held_reason: 'NO_ROUTE' }])
  })
})

describe('a further message of a payment', () => {
  const both = async (to: AnyBody, { text, minor }: { text: string; minor: bigint }) => {
    const same = { amount: text, payee: to['bank_account_number'], endToEndId: `E-${minor}` }
    await take('054', [same])
    const [before] = await creditedOf(bff, minor)
    await take('053', [{ ...same, ultimatePayer: listed }])
    return before
  }

  test('that names somebody listed holds what waits', async () => {
    const { minor, text } = anAmount()
    const before = await both(funding.depositAccountInfo, { text, minor })
    expect(before).toMatchObject({ held_reason: 'NO_ROUTE' })
    await expect.poll(async () => (await creditedOf(bff, minor))[0]?.held_reason).toBe('COMPLIANCE')
  })

  test.each([
    ['and what else it says', 'DE75512108001245126199'],
    ['alone', ''],
  ])('is known by when a held payment is let through, %s', async (_, payerAccount) => {
    const { minor, text } = anAmount()
    const { body } = await bff.get(`/api/v1/xfer/accounts/funding/${route.fundingAccountId}`)
    const payee = body.data.depositAccountInfo.bank_account_number
    const same = { amount: text, payee, payerAccount: '' }
    const second = { ...same, endToEndId: `E-${minor}` }
    await take('054', [same])
    await take('054', [second])
    expect(await creditedOf(bff, minor)).toHaveLength(1)
    await take('053', [same, { ...second, payerAccount, ultimatePayer: listed }])
    const states = async () =>
      (await creditedOf(bff, minor)).map(({ status, held_reason }) => `${status} ${held_reason}`)
    await expect.poll(states).toEqual(expect.arrayContaining(['FORWARDED ', 'HELD COMPLIANCE']))
    const held = (await creditedOf(bff, minor)).find(({ status }) => status === 'HELD')
    const { sender } = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('deposit')
        .select('sender')
        .where('id', '=', held?.id ?? '')
        .executeTakeFirstOrThrow(),
    )
    expect(sender).toMatchObject({ account: payerAccount, ultimateName: listed })
  })

  test('is known by when the operator assigns what nobody owned', async () => {
    const { minor, text } = anAmount()
    const same = { amount: text, payee: undefined, endToEndId: `E-${minor}` }
    const entryOf = () =>
      bff.deps.db.asWorker((tx) =>
        tx
          .selectFrom('bank_entry')
          .select(['entry_id', 'state', 'ultimate_sender', 'also_named', 'sender_account'])
          .where('amount', '=', minor)
          .executeTakeFirstOrThrow(),
      )
    await take('054', [same])
    expect(await entryOf()).toMatchObject({ state: 'UNMATCHED', ultimate_sender: '' })
    const agents = `<IntrmyAgt1>${named('Bank B')}</IntrmyAgt1>`
    await take('053', [{ ...same, payerAccount: '', ultimatePayer: listed, agents }])
    const entry = await entryOf()
    expect(entry).toMatchObject({
      state: 'UNMATCHED',
      ultimate_sender: listed,
      also_named: ['Bank B'],
      sender_account: 'DE75512108001245126199',
    })
    const fundingId = parseId('fund', route.fundingAccountId) ?? ''
    await bff.deps.db.asWorker(async (tx) => {
      const { partner_id: partnerId } = await tx
        .selectFrom('funding_account')
        .select('partner_id')
        .where('id', '=', fundingId)
        .executeTakeFirstOrThrow()
      await assignEntry(tx, entry.entry_id, { partnerId, fundingId })
    })
    await takeInDue(bff.deps, 1_000)
    await expect
      .poll(() => creditedOf(bff, minor))
      .toMatchObject([{ status: 'HELD', held_reason: 'COMPLIANCE' }])
  })

  test('about money that went on is for the operator to decide', async () => {
    const { minor, text } = anAmount()
    const { body } = await bff.get(`/api/v1/xfer/accounts/funding/${route.fundingAccountId}`)
    await both(body.data.depositAccountInfo, { text, minor })
    const find = async () =>
      (await bff.get('/api/v1/xfer/payin/deposits?limit=200')).body.data.data.find(
        (item: AnyBody) => Math.round(item.amountIn.amount * 100) === Number(minor),
      )
    const { depositId } = await find()
    await expect.poll(() => reviewAbout(bff, depositId)).toMatchObject({ decider: 'operator' })
    expect((await find()).payer).toBe(listed)
  })
})

describe('who really pays', () => {
  test('is who paid, in the deposit, its transfer and its return', async () => {
    const ultimateName = 'Eve Real'
    const paid = await payTo(bff, route.fundingAccountId, {
      currency: 'EUR',
      senderName: 'Pay Ltd',
      ultimateName,
    })
    const deposit = await untilDeposit(bff, paid.depositId, 'FORWARDED')
    expect(deposit).toMatchObject({ sender: { name: 'Pay Ltd' }, payer: ultimateName })
    const read = await readTransfer(bff, paid.executionId)
    expect(read.parties).toMatchObject({ payer: ultimateName })
    const { id } = await rowOf(bff, paid.executionId)
    const { travel_rule: rule } = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .select('travel_rule')
        .where('transfer_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    expect(rule).toMatchObject({ originator: { name: ultimateName, dateOfBirth: '', address: '' } })
    const transfer = await rowOf(bff, paid.executionId)
    const parties = await bff.deps.db.asWorker((tx) => readParties(tx, transfer))
    const originatorOf = (...ultimates: string[]) =>
      travelRuleOf(bff.deps, transfer, {
        ...parties,
        senders: ultimates.map((name) => ({ name: 'Pay Ltd', ultimateName: name })),
      }).originator
    const customer = originatorOf('')
    expect(customer).toMatchObject({ name: read.from.fullName, country: 'GB' })
    expect(originatorOf(ultimateName, ultimateName.toUpperCase()).name).toBe(ultimateName)
    for (const ultimates of [
      [ultimateName, ''],
      [ultimateName, 'Bob Other'],
      [read.from.fullName],
      ['ID: HRB 7'],
      ['529900T8BM49AURSDO55'],
    ])
      expect(originatorOf(...ultimates)).toEqual(customer)
  })

  test('is compared with who may pay: a customer’s own bank name does not cover another’s money', async () => {
    const [from, to] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
    const { executionId } = await started(bff, from, to, { exactAmountIn: 1_500 })
    await paidIn(bff, executionId, { ultimateName: 'Eve Real' })
    const held = await until(bff, executionId, 'IN_REVIEW')
    expect(held).toMatchObject({
      parties: { payer: 'Eve Real' },
      review: { reason: 'FUNDING_SENDER_MISMATCH' },
    })
  })

  test('is the customer where an institution pays for it', async () => {
    const [from, to] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
    const { executionId } = await started(bff, from, to, { exactAmountIn: 1_500 })
    const { from: payer } = await readTransfer(bff, executionId)
    await paidIn(bff, executionId, { senderName: 'Pay Ltd', ultimateName: payer.fullName })
    await until(bff, executionId, 'COMPLETED')
  })

  test('has its money go back to the account that it came from', async () => {
    const own = await openFunding(bff, (await jurisdictionOf(bff, 'DE')).id)
    const { depositId } = await payTo(bff, own.fundingAccountId, {
      currency: 'EUR',
      senderName: 'Pay Ltd',
      senderAccount: 'DE75512108001245126199',
      ultimateName: 'Eve Real',
    })
    const answer = await resolveDeposit(bff, { depositId, action: 'RETURN', reason: '' })
    const { executionId } = answer.body.data.data
    await until(bff, executionId, 'REFUNDED')
    const back = await readTransfer(bff, executionId)
    expect(back).toMatchObject({ parties: { payer: 'Eve Real', payee: 'Pay Ltd' } })
    expect(JSON.stringify(back.to)).toContain('6199')
    expect((await findDeposit(bff, depositId)).status).toBe('RETURNED')
    await expectConsistent(bff)
  })
})
