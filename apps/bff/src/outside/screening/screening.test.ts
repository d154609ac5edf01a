import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../config/log.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { openListScreening, sampleList, threshold } from './list-screening.ts'
import { openScreening } from './open.ts'
import type { PartySubject, Screening } from '../../ports/screening.ts'

const log = createLog('silent')
let home = ''
let sample: Screening
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'corridor-list-'))
  sample = await openListScreening(sampleList, log)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const partsOf = (settings: Record<string, string>) => ({
  config: readConfig(settings, home),
  log,
  realTime: () => new Date(),
})

const hitsOf = async (subject: PartySubject, by = sample) => (await by.screen([subject])).hits

describe('the sample list', () => {
  test.each([
    ['exact', 'Vladimir Vladimirovich Putin', 'Vladimir Vladimirovich Putin', 100],
    ['an alias', 'Osama bin Laden', 'Osama bin Laden', 100],
    ['in another order', 'Putin, Vladimir', 'Vladimir Putin', 100],
    ['in capitals', 'KIM JONG UN', 'Kim Jong Un', 100],
    ['with a hyphen', 'Kim Jong-un', 'Kim Jong Un', 100],
    ['without diacritics', 'Nicolas Maduro Moros', 'Nicolás Maduro Moros', 100],
    ['with diacritics of its own', 'Ràmzan Akhmåtovich Kadyrøv', 'Ramzan Akhmatovich Kadyrov', 100],
    ['in its own script', 'Владимир Владимирович Путин', 'Владимир Владимирович Путин', 100],
    ['a letter changed', 'Sergei Lavrow', 'Sergei Lavrov', 85],
    ['a letter missing', 'Nicolas Madro', 'Nicolas Maduro', 85],
    ['a letter too many', 'Joaquinn Guzman Loera', 'Joaquin Guzman Loera', 85],
    ['two letters swapped', 'Ramzan Kaydrov', 'Ramzan Kadyrov', 85],
    ['a second name left out', 'Joaquin Guzman', 'Joaquín Archivaldo Guzmán Loera', 85],
    ['a company', 'Bank Melli Iran', 'Bank Melli Iran', 100],
    ['a company without its form', 'VTB Bank', 'VTB Bank PJSC', 100],
    ['a company with its form', 'Garantex Europe OÜ', 'Garantex Europe OU', 100],
    ['with letters that nobody sees', 'Ha\u200bfiz Sa\u00ad\u2060eed', 'Hafiz Saeed', 100],
    ['with letters of another script among them', 'Hаfіz Sаeеd', 'Hafiz Saeed', 100],
    ['with a dot after each letter', 'H.a.f.i.z Saeed', 'Hafiz Saeed', 100],
    ['in spaced letters', 'H a f i z  S a e e d', 'Hafiz Saeed', 85],
    ['an organisation', 'al qaeda', 'Al Qaeda', 100],
  ])('hit: %s, %s', async (_, name, listed, least) => {
    const [best] = await hitsOf({ name })
    expect(best).toMatchObject({ subject: 0, name, reference: expect.stringMatching(/^sample-/) })
    expect(best?.score).toBeGreaterThanOrEqual(least)
    const names = (await hitsOf({ name })).map((hit) => hit.listedName)
    expect(names.join('\n')).toContain(listed.split(' ')[0])
  })

  test.each([
    ['written in another script', 'Усама бин Ладен'],
    ['written together or apart', 'VladimirPutin'],
    ['digits for letters', 'Ig0r Sech1n'],
    ['the legal form in words', 'Joint Stock Company Rosoboronexport'],
    ['one of several names in a line', 'Ada Lovelace OR Boko Haram'],
  ])('a hit says why: %s', async (because, name) => {
    expect((await hitsOf({ name }))[0]?.because).toContain(because)
  })

  test.each([
    'John Smith',
    'Jane Doe',
    'Ada Lovelace',
    'María García',
    'Wei Chen',
    'Kim Min-jun',
    'Kim',
    'Fatima Khan',
    'Mohammed Ahmed',
    'Ali Hassan',
    'Hassan',
    'Ibrahim Ali',
    'Muhammad Saeed',
    'Vladimir Ivanov',
    'Alexander Petrov',
    'Sergei Petrovich Ivanov',
    'Oleg Vladimirovich Smirnov',
    'Nicolas Martin',
    'Joaquín López',
    'Ana Guzmán',
    'Olga Kadyrova Schmidt',
    'Iran',
    'Bank of Ireland',
    'National Bank',
    'Deutsche Bank AG',
    'Orchid Clinics Pte',
    'Evil Geniuses',
    'Hamas Street Bakery',
    'Group',
    '',
    '   ',
    '!!!',
  ])('no hit: %j', async (name) => expect(await hitsOf({ name })).toEqual([]))

  test.each([
    ['as it is listed', '0x098B716B8Aaf21512996dC57EB0615e2383E2f96', 'Lazarus Group'],
    ['in small letters', '0x2f389ce8bd8ff92de3402ffce4691d17fc4f6535', 'Suex OTC, S.R.O.'],
    [
      'of a wallet whose owner nobody knows',
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    ],
  ])('hit: an address %s', async (_, address, listedName) => {
    const { hits } = await sample.screen([{ name: 'Ada Lovelace' }, { address }])
    expect(hits).toMatchObject([{ subject: 1, name: address, score: 100, listedName }])
  })

  test('no hit: the address beside it', async () => {
    const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bde'
    expect((await sample.screen([{ address }])).hits).toEqual([])
  })

  test('a report names the list, its date and its threshold, and whose name was found', async () => {
    const report = await sample.screen([
      { name: 'Ada Lovelace' },
      { name: 'Wagner Group' },
      { name: 'Igor Sechin', dateOfBirth: '1960-09-07', country: 'RU' },
    ])
    expect(report).toEqual({
      list: 'Corridor sandbox sample',
      publishedAt: '2026-11-01T00:00:00.000Z',
      version: expect.stringMatching(/^[\da-f]{16}$/),
      threshold: 85,
      hits: [
        {
          subject: 1,
          name: 'Wagner Group',
          score: 100,
          listedName: 'Wagner Group',
          program: 'US-TCO;EU-UKR',
          reference: expect.stringMatching(/^sample-\d{3}$/),
          dateOfBirth: 'UNKNOWN',
          country: 'UNKNOWN',
          because: ['the same name'],
        },
        expect.objectContaining({
          subject: 2,
          score: 100,
          listedName: 'Igor Sechin',
          dateOfBirth: 'SAME',
          country: 'SAME',
        }),
      ],
    })
  })
})

describe('date of birth and country', () => {
  const born = (dateOfBirth: string, name = 'Kim Yo Jong') => hitsOf({ name, dateOfBirth })

  test.each([
    ['the day', '1989-09-26', 100, 'SAME'],
    ['a year beside', '1988-01-01', 100, 'SAME'],
    ['another year', '1975-09-26', 87, 'DIFFERENT'],
    ['no date', '', 100, 'UNKNOWN'],
    ['nonsense', 'soon', 100, 'UNKNOWN'],
  ])('%s', async (_, date, score, dateOfBirth) => {
    expect((await born(date))[0]).toMatchObject({ score, dateOfBirth })
  })

  test('a name that is only alike and a birth of another year are no hit', async () => {
    expect(await born('1960-09-07', 'Igor Sechkin')).toHaveLength(1)
    expect(await born('1975-01-01', 'Igor Sechkin')).toEqual([])
  })

  test('a near spelling and a birth of another year are a hit still', async () => {
    const [hit] = await born('1960-01-01', 'Kim Yo Jung')
    expect(hit).toMatchObject({ score: 85, dateOfBirth: 'DIFFERENT' })
  })

  test('another country is reported and changes nothing else', async () => {
    const [hit] = await hitsOf({ name: 'Kim Yo Jong', country: 'DE' })
    expect(hit).toMatchObject({ score: 100, country: 'DIFFERENT' })
  })
})

const head = 'id,schema,name,aliases,birth_date,countries,program_ids,dataset,last_seen'
let files = 0
/** A list file with these rows under the usual columns. */
function listFile(rows: string[], columns = head): string {
  files += 1
  const path = join(home, `list-${files}.csv`)
  writeFileSync(path, `${[columns, ...rows].join('\n')}\n`)
  return path
}
const row = (id: string, name: string, seen = '2026-03-04') =>
  `${id},Person,"${name}",,,,X-1,one,${seen}`

describe('a list file', () => {
  test('takes its columns in any order, aliases by semicolons, and a byte order mark', async () => {
    const path = listFile(
      ['"Nemo;Captain Nemo",Prince Dakkar,n-1,in,1830'],
      '\ufeffaliases,name,id,countries,birth_date',
    )
    const by = await openListScreening(path, log)
    expect(await hitsOf({ name: 'captain nemo', country: 'IN' }, by)).toMatchObject([
      { listedName: 'Captain Nemo', reference: 'n-1', country: 'SAME' },
    ])
  })

  test('of many datasets says how many, and the newest date', async () => {
    const path = listFile([row('a', 'Prince Dakkar', '2026-03-04T05:06:07'), row('b', 'Ned Land')])
    const report = await (await openListScreening(path, log)).screen([])
    expect(report).toMatchObject({ list: 'one', publishedAt: '2026-03-04T05:06:07.000Z' })
  })

  test('that is replaced is read again, without a restart', async () => {
    const path = listFile([row('a', 'Prince Dakkar')])
    const by = await openListScreening(path, log)
    expect(await hitsOf({ name: 'Pierre Aronnax' }, by)).toEqual([])
    renameSync(listFile([row('b', 'Pierre Aronnax')]), path)
    const both = await Promise.all([
      hitsOf({ name: 'Pierre Aronnax' }, by),
      hitsOf({ name: 'Prince Dakkar' }, by),
    ])
    expect(both).toMatchObject([[{ reference: 'b' }], []])
  })

  test('whose replacement is broken or gone stays as it was, until one comes that is not', async () => {
    const path = listFile([row('a', 'Prince Dakkar')])
    const by = await openListScreening(path, log)
    const still = async () => (await hitsOf({ name: 'Prince Dakkar' }, by)).length
    for (const text of ['', 'id,name\n1,Nemo\n', `${head}\n`, `${head}\n"unclosed`]) {
      writeFileSync(path, text)
      expect(await still()).toBe(1)
    }
    rmSync(path)
    expect(await still()).toBe(1)
    renameSync(listFile([row('b', 'Ned Land')]), path)
    expect(await still()).toBe(0)
  })

  test('with the same time and size is not read again', async () => {
    const path = listFile([row('a', 'Prince Dakkar')])
    const at = new Date('2026-01-01')
    utimesSync(path, at, at)
    const by = await openListScreening(path, log)
    writeFileSync(path, `${[head, row('a', 'Pierre Dakkar')].join('\n')}\n`)
    utimesSync(path, at, at)
    expect((await hitsOf({ name: 'Prince Dakkar' }, by))[0]?.listedName).toBe('Prince Dakkar')
  })
})

describe('a start is refused, and names SCREENING_LIST,', () => {
  test.each([
    ['where there is no such file', () => join(home, 'none.csv'), 'no such file'],
    ['where it is a folder', () => home, 'EISDIR'],
    ['where columns are missing', () => listFile(['1,Nemo'], 'id,name'), 'aliases'],
    ['where nothing is listed', () => listFile([]), 'nothing is listed'],
    ['where it is no CSV', () => listFile(['"'], head), 'not CSV'],
  ])('%s', async (_, path, reason) => {
    const opened = openScreening(partsOf({ SCREENING_LIST: path() }), [])
    await expect(opened).rejects.toThrow(StartRefused)
    await expect(opened).rejects.toThrow(/SCREENING_LIST/)
    await expect(opened).rejects.toThrow(reason)
  })

  test('and without the setting the sample is there', async () => {
    expect(await hitsOf({ name: 'Boko Haram' }, await openScreening(partsOf({}), []))).toHaveLength(
      1,
    )
  })
})

test('the threshold is the one that the decision record states', () => expect(threshold).toBe(85))
