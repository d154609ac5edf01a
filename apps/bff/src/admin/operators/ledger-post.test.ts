import { randomBytes } from 'node:crypto'
import { ledgerAccount } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { advanceClock } from '../../../test/support/money/ordinary-flow.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { checkBanks } from '../../modules/intake/bank-check.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { balanceOf } from '../../records/ledger/service.ts'
import { readCommand } from '../commands.ts'
import type { Site } from '../base/site.ts'

const bff = ownBff()

/** Runs a command as the person with this token. */
async function run(args: readonly string[], token?: string): Promise<AnyBody> {
  const asked = readCommand(args)
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  const config = { ...bff.deps.config, OPERATOR_TOKEN: token }
  const site = { db: bff.deps.db, config, random: randomBytes } as unknown as Site
  return asked.command.onSite(site, asked.options) as Promise<AnyBody>
}
const add = (name: string, token?: string) => run(['operator', 'add', '--name', name], token)
const what = ['--asset', 'EUR', '--amount', '1000.50', '--reason', 'Liquidity for Monday']
const move = (debit: string, credit: string) => {
  const accounts = ['--debit', debit, '--credit', credit]
  return ['ledger', 'post', '--propose', ...accounts, ...what]
}
const propose = (token?: string) => run(move('bank:DE', 'capital'), token)
const confirm = (id: string, token?: string) => run(['ledger', 'post', '--confirm', id], token)
const bank = ledgerAccount('bank', { asset: 'EUR', scale: 2 }, 'DE')
const held = () => bff.deps.db.asWorker((tx) => balanceOf(tx, operatorPartnerId, bank))

let ada: string
let grace: string
beforeAll(async () => {
  ada = (await add('Ada')).operatorToken
  grace = (await add('Grace')).operatorToken
})

describe('ledger post', () => {
  test('is proposed by one person and booked once another one confirms it, both by their own tokens', async () => {
    const before = await held()
    const { id } = await propose(ada)
    expect(await held()).toBe(before)
    await expect(confirm(id, ada)).rejects.toThrow('Somebody else')
    await expect(confirm(id)).rejects.toThrow('Set OPERATOR_TOKEN')
    await expect(confirm(id, `${grace}x`)).rejects.toThrow('nobody’s token')
    await expect(propose()).rejects.toThrow('Set OPERATOR_TOKEN')
    expect(await held()).toBe(before)
    expect(await confirm(id, grace)).toMatchObject({ proposedBy: 'Ada', confirmedBy: 'Grace' })
    expect(await held()).toBe(before + 100_050n)
    await expect(confirm(id, grace)).rejects.toThrow('no such proposal')
    expect(await checkBanks(bff.deps)).toEqual([])
    const waiting = await propose(grace)
    expect(await run(['ledger', 'post', '--list'])).toMatchObject({
      proposals: [{ id: waiting.id, proposedBy: 'Grace' }],
    })
    const entries = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'actor_id'])
        .where('object_id', '=', id)
        .orderBy('action')
        .execute(),
    )
    expect(entries).toEqual([
      { action: 'ledger.confirm', actor_id: 'operator:Grace' },
      { action: 'ledger.propose', actor_id: 'operator:Ada' },
    ])
  })

  test('of 20 confirmations at once one books', async () => {
    const before = await held()
    const { id } = await propose(ada)
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(id, grace)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await held()).toBe(before + 100_050n)
  })

  test('takes no unknown account, and not one account twice', async () => {
    await expect(run(move('cash', 'capital'), ada)).rejects.toThrow('no kind of account')
    await expect(run(move('bank:DE', 'bank:DE'), ada)).rejects.toThrow('the same account')
  })
})

describe('operators', () => {
  test('a third person is let in by one who is there, and confirms nothing for a day', async () => {
    await expect(add('Linus')).rejects.toThrow('let in by one who is there')
    const { operatorToken: linus } = await add('Linus', ada)
    const { id } = await propose(ada)
    await expect(confirm(id, linus)).rejects.toThrow('from 24 hours on')
    await advanceClock(bff, 24 * 3_600)
    expect(await confirm(id, linus)).toMatchObject({ confirmedBy: 'Linus' })
    await expect(add('ADA', linus)).rejects.toThrow('taken')
  })

  test('who was removed does nothing more, and nobody comes in their name', async () => {
    const { operatorToken: mary } = await add('Mary', grace)
    const { id } = await propose(mary)
    await run(['operator', 'remove', '--name', 'mary'], ada)
    await expect(propose(mary)).rejects.toThrow('nobody’s token')
    await expect(add('Mary', ada)).rejects.toThrow('taken')
    expect(await confirm(id, ada)).toMatchObject({ proposedBy: 'Mary', confirmedBy: 'Ada' })
    const { operators } = await run(['operator', 'list'])
    expect(operators.map((operator: AnyBody) => operator.name)).toContain('Mary')
    const kept = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('operator_person').selectAll().execute(),
    )
    expect(JSON.stringify(kept)).not.toContain(mary)
  })
})
