import { expect, test } from 'vitest'
import { type HookEvent, together } from './events.ts'

const decided = (eventId: string, about: object, more: object = {}) =>
  ({
    eventId,
    eventCategory: 'kyc',
    eventType: 'transitioned',
    eventStatus: 'approved',
    eventObject: { status: 'APPROVED', previousStatus: 'UNDER_REVIEW', ...about },
    createdAt: '2026-11-23T10:00:00.000Z',
    ...more,
  }) as HookEvent

test('what was decided about several jurisdictions at once is one line, anything else its own', () => {
  const rows = together([
    decided('evt_1', { jurisdictionId: 'jur_de' }),
    decided('evt_2', { jurisdictionId: 'jur_fr' }),
    decided('evt_3', { jurisdictionIds: ['jur_es', 'jur_it'] }),
    decided('evt_4', { jurisdictionId: 'jur_mx' }, { createdAt: '2026-11-23T09:00:00.000Z' }),
    decided('evt_5', { jurisdictionId: 'jur_br', previousStatus: 'INCOMPLETE' }),
    decided('evt_6', {}),
    decided('evt_7', {}),
  ])
  expect(rows.map(({ eventId, places }) => [eventId, places])).toEqual([
    ['evt_1', ['jur_de', 'jur_fr', 'jur_es', 'jur_it']],
    ['evt_4', ['jur_mx']],
    ['evt_5', ['jur_br']],
    ['evt_6', []],
    ['evt_7', []],
  ])
})
