import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { createLog } from '../../config/log.ts'
import { openListScreening, sampleList } from '../../outside/screening/list-screening.ts'
import type { Screening } from '../../ports/screening.ts'
import { lookUpSenders } from './senders.ts'
import { clearHits, openHits, screen, type ScreeningContext, type Subject } from './screen.ts'

const db = sharedDatabase()
const log = createLog('silent')
const ids = { uuid, make: () => '', secret: () => '' }
let partnerId = ''
let screening: Screening
beforeAll(async () => {
  partnerId = await insertPartner(db)
  screening = await openListScreening(sampleList, log)
})

const transfer = (id: string): ScreeningContext => ({ partnerId, kind: 'transfer', id })
const party = (name: string): Subject => ({ kind: 'party', name })

async function outcomeOf(context: ScreeningContext, ...subjects: Subject[]) {
  const screened = await screen({ db, ids, log, screening }, subjects, context)
  if (!screened.ok) throw new Error(screened.failure.code)
  return [screened.value.outcome, ...screened.value.hits.map(({ name }) => name)]
}

const clear = (context: ScreeningContext) =>
  db.withPartner(partnerId, (tx) =>
    clearHits(
      tx,
      { partnerId, actor: { type: 'service', id: 'test' }, requestId: '' },
      context,
      'Born in another century.',
    ),
  )

const kept = (context: ScreeningContext) =>
  db.withPartner(partnerId, (tx) =>
    tx
      .selectFrom('screening')
      .select(['outcome', 'list', 'list_published_at', 'subjects'])
      .where('context_id', '=', context.id)
      .orderBy('id')
      .execute(),
  )

test('every look-up is kept with the list, its date, whom it was about and the outcome', async () => {
  const context = transfer('exec_kept')
  expect(await outcomeOf(context, party('Ada Lovelace'))).toEqual(['CLEAR'])
  expect(await outcomeOf(context, party('Wagner Group'), party(''))).toEqual([
    'HIT',
    'Wagner Group',
  ])
  expect(await kept(context)).toEqual([
    {
      outcome: 'CLEAR',
      list: 'Corridor sandbox sample',
      list_published_at: new Date('2026-11-01T00:00:00Z'),
      subjects: [{ kind: 'party', key: 'ada lovelace' }],
    },
    expect.objectContaining({
      outcome: 'HIT',
      subjects: [{ kind: 'party', key: 'group wagner' }],
    }),
  ])
})

test('a decision clears that name in that record: no other name, and no other record', async () => {
  const [first, other] = [transfer('exec_one'), transfer('exec_other')]
  await outcomeOf(first, party('Wagner Group'))
  await outcomeOf(other, party('Wagner Group'))
  expect(await clear(first)).toBe(1)
  expect(await outcomeOf(first, party('WAGNER group'))).toEqual(['CLEAR'])
  expect(await outcomeOf(first, party('Wagner Group'), party('Boko Haram'))).toEqual([
    'HIT',
    'Boko Haram',
  ])
  expect(await outcomeOf(other, party('Wagner Group'))).toEqual(['HIT', 'Wagner Group'])
  expect(await outcomeOf({ ...first, kind: 'deposit' }, party('Wagner Group'))).toEqual([
    'HIT',
    'Wagner Group',
  ])
})

test('two persons whose names have the same parts are looked up each', async () => {
  const askedFor: string[] = []
  const sample = screening
  screening = {
    name: 'noting',
    screen: (subjects) => {
      askedFor.push(...subjects.map((subject) => ('name' in subject ? subject.name : '')))
      return sample.screen(subjects)
    },
  }
  try {
    const [son, father] = [party('Muhammad bin Salman'), party('Salman bin Muhammad')]
    await outcomeOf(transfer('exec_order'), son, father, party('MUHAMMAD  bin Salman'))
    expect(askedFor).toEqual(['Muhammad bin Salman', 'Salman bin Muhammad'])
    const senders = await lookUpSenders({ log, screening }, [
      party('Sechin Igor'),
      party('Igor Sechin'),
    ])
    expect(senders.size).toBe(2)
  } finally {
    screening = sample
  }
})

test('a decision holds for the same name in another order', async () => {
  const context = transfer('exec_turned')
  await outcomeOf(context, party('Igor Sechin'))
  await clear(context)
  expect(await outcomeOf(context, party('Sechin Igor'))).toEqual(['CLEAR'])
})

test('a new entry of the list is looked at again, though the name was cleared of another one', async () => {
  const context = transfer('exec_new_list')
  await outcomeOf(context, party('Wagner Group'))
  await clear(context)
  const sample = screening
  const renewed: Screening = {
    name: 'next',
    screen: async (subjects) => {
      const report = await sample.screen(subjects)
      return { ...report, hits: report.hits.map((hit) => ({ ...hit, reference: 'next-1' })) }
    },
  }
  screening = renewed
  try {
    expect(await outcomeOf(context, party('Wagner Group'))).toEqual(['HIT', 'Wagner Group'])
    const open = await db.withPartner(partnerId, (tx) => openHits(tx, context))
    expect(open.map(({ reference }) => reference)).toEqual(['next-1'])
  } finally {
    screening = sample
  }
})

test('an address is found in whatever case; blank names are nobody', async () => {
  const address = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'
  const wallet: Subject = { kind: 'address', address: address.toUpperCase().replace('X', 'x') }
  expect((await outcomeOf(transfer('exec_address'), wallet))[0]).toBe('HIT')
  const nobody: Subject = { kind: 'account', holderName: '  ' }
  expect(await outcomeOf(transfer('exec_blank'), nobody)).toEqual(['CLEAR'])
  expect(await kept(transfer('exec_blank'))).toEqual([])
})

test('lists that cannot be asked are 503 for the caller, and nothing is kept', async () => {
  const silent: Screening = { name: 'silent', screen: () => Promise.reject(new Error('silent')) }
  const context = transfer('exec_silent')
  const outcome = await screen({ db, ids, log, screening: silent }, [party('Ada')], context)
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'PROVIDER_UNAVAILABLE' } })
  expect(await kept(context)).toEqual([])
})
