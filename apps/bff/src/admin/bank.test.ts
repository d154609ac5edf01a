import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bff, startBff } from '../../test/support/bff.ts'
import { readFeed } from '../workers/bank-feed.ts'
import { takeInDue } from '../workers/bank-intake.ts'
import { bankCommands } from './bank.ts'
import type { Site } from './site.ts'

let bff: Bff
beforeAll(async () => {
  bff = await startBff()
})
afterAll(() => bff.close())

test('`bank unmatched` lists what came in for nobody, with why', async () => {
  const { bank } = bff.deps
  await bank.sandbox?.credit({
    entryId: 'stray 1',
    countryCode: 'DE',
    routingNumber: 'CRDRDE20XXX',
    accountNumber: 'DE89370400440532013000',
    currency: 'EUR',
    minor: 1_250n,
    scale: 2,
    sender: { name: 'Nobody', account: '' },
    reference: 'rent for May',
  })
  await readFeed(bff.deps)
  await takeInDue(bff.deps, 10)
  const command = bankCommands['bank unmatched']
  if (!('onSite' in command)) throw new Error('the command needs no site')
  expect(await command.onSite(bff.deps as unknown as Site, {})).toMatchObject([
    {
      entryId: 'stray 1',
      amount: '12.5',
      currency: 'EUR',
      sender: { name: 'Nobody' },
      reference: 'rent for May',
      problem: 'No transfer and no customer is named.',
    },
  ])
})
