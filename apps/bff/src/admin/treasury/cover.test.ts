import { expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import type { Site } from '../base/site.ts'
import { readCommand } from '../commands.ts'

const bff = ownBff()

test('the operator states what the banks hold, and what payouts leave alone', async () => {
  const run = async (text: string) => {
    const asked = readCommand(text.split(' '))
    if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
    const site = { db: bff.deps.db, published: () => undefined } as Site
    const { cover: rows } = (await asked.command.onSite(site, asked.options)) as AnyBody
    return rows.find(({ asset }: AnyBody) => asset === 'MXN')
  }
  await expect(run('cover set --asset MXN --reserve 1')).rejects.toThrow('State the balance')
  await expect(run('cover set --asset MXN --balance 1.005')).rejects.toThrow('2 decimals')
  await expect(run('cover set --asset XXQ --balance 1')).rejects.toThrow('no currency')
  await run('cover set --asset MXN --balance 1000.50')
  expect(await run('cover set --asset MXN --reserve 200')).toMatchObject({
    balance: '1000.5',
    reserve: '200',
    available: '800.5',
  })
})
