import { describe, expect, test } from 'vitest'
import { countryRules } from '../jurisdictions/index.ts'
import { scheduleOf } from './base/schedule.ts'
import { bankSystemOf, systemOf } from './systems/table.ts'
import { momentOf } from './base/zoned.ts'

const rails = countryRules.flatMap(({ code, currency, rails: own }) =>
  own.map((rules) => ({ code, currency, ...rules })),
)

/** A Wednesday that is no holiday anywhere. */
const day = '2026-11-18'
const minuteMs = 60_000

describe.each(rails)(
  '$rail of $code',
  ({ code, rail, currency, cutoff, settlement, etaMinutes }) => {
    const system = systemOf({ countryCode: code, rail, currency })

    test('has a system with the banking days of its country', () => {
      expect(system?.calendar).toEqual(bankSystemOf(code).calendar)
    })

    test('has the cut-off that is published with the country', () => {
      if (!system) throw new Error('no system')
      if (cutoff === '') return expect(system.hours).toBe('ALWAYS')
      const [time = '', zone = ''] = cutoff.split(' ')
      const at = momentOf(day, time, zone)
      expect(scheduleOf(system, new Date(at.getTime() - minuteMs)).executionDate).toBe(day)
      expect(scheduleOf(system, at).executionDate).not.toBe(day)
      return undefined
    })

    test('arrives as fast as the country states', () => {
      if (settlement === 'BATCH' && system?.hours !== 'ALWAYS') return
      expect(system?.arrival).toEqual({ minutes: etaMinutes })
    })
  },
)

test('where the rail is left to the bank, an order is one of its days', () => {
  const sunday = new Date('2026-11-29T00:05:00Z')
  for (const { code, currency } of countryRules) {
    const system = systemOf({ countryCode: code, rail: '', currency })
    if (!system) throw new Error(`no system pays in ${code}`)
    expect(scheduleOf(system, sunday).executionDate, code).toBe(
      // The thirtieth is Bonifacio Day.
      code === 'PH' ? '2026-12-01' : code === 'KW' ? '2026-11-29' : '2026-11-30',
    )
  }
})
