import { describe, expect, test } from 'vitest'
import {
  accounts,
  entry,
  evidence,
  notification,
  operatorIban,
  payment,
  read,
} from '../../testing/notification.ts'
import { readMessages } from './reader.ts'

describe('when it was', () => {
  const dates = '<BookgDt><Dt>2026-01-05</Dt></BookgDt>'
  const at = async (booked: string, details = '') => {
    const text = notification(entry({ details: payment(details) }))
    const [event] = await read(text.replace(dates, booked))
    if (event?.type !== 'EVIDENCE') return event
    const { bookedOn, valueOn, moment } = event.evidence
    return [bookedOn, valueOn, moment?.toISOString() ?? '']
  }
  const dated = (name: string, text: string) => `<RltdDts><${name}>${text}</${name}></RltdDts>`

  test.each([
    [dates, '', ['2026-01-05', '', '']],
    ['<BookgDt><Dt>2026-01-04+01:00</Dt></BookgDt>', '', ['2026-01-04', '', '']],
    ['<BookgDt><DtTm>2026-01-04T00:00:00</DtTm></BookgDt>', '', ['2026-01-04', '', '']],
    [
      '<BookgDt><DtTm>2026-01-04T09:30:00</DtTm></BookgDt>',
      '',
      ['2026-01-04', '', '2026-01-04T08:30:00.000Z'],
    ],
    // Late in the evening in UTC it is the next day at the bank.
    [
      '<BookgDt><DtTm>2026-01-03T23:30:00Z</DtTm></BookgDt>',
      '',
      ['2026-01-04', '', '2026-01-03T23:30:00.000Z'],
    ],
    [
      dates,
      dated('AccptncDtTm', '2026-01-05T08:00:00'),
      ['2026-01-05', '', '2026-01-05T07:00:00.000Z'],
    ],
    [
      dates,
      dated('TxDtTm', '2026-01-05T08:00:00+00:00'),
      ['2026-01-05', '', '2026-01-05T08:00:00.000Z'],
    ],
    // No payment is later than the message that reports it.
    [dates, dated('TxDtTm', '2026-01-05T18:00:00'), ['2026-01-05', '', '2026-01-05T12:00:00.000Z']],
    [dates, dated('TxDtTm', '2026-01-05T00:00:00'), ['2026-01-05', '', '']],
    // Without a booking day it is the value date, and without that the day of the message.
    ['<ValDt><Dt>2026-01-02</Dt></ValDt>', '', ['2026-01-02', '2026-01-02', '']],
    ['', '', ['2026-01-05', '', '']],
  ])('%s with %j', async (booked, details, expected) => {
    expect(await at(booked, details)).toEqual(expected)
  })

  test('a booking day that cannot be read is not replaced', async () => {
    expect(
      await at('<BookgDt><Dt>yesterday</Dt></BookgDt><ValDt><Dt>2026-01-02</Dt></ValDt>'),
    ).toMatchObject({
      type: 'ASIDE',
    })
  })

  test('a zone that is asked for goes before the country’s', async () => {
    const text = notification(entry()).replace('T12:00:00Z', 'T12:00:00')
    for await (const [header] of readMessages([Buffer.from(text)], accounts, {
      habitsOf: () => ({ zone: 'Asia/Tokyo' }),
    }))
      if (header) expect(header).toMatchObject({ createdAt: new Date('2026-01-05T12:00:00+09:00') })
  })
})

describe('whose account it is', () => {
  const account = accounts[0]
  const statementOf = async (acct: string) => {
    const text = notification(entry()).replace(/<Acct>.*?<\/Acct>/, `<Acct>${acct}</Acct>`)
    const types = new Set((await read(text)).map(({ type }) => type))
    return types.has('FOREIGN') ? [...types] : 'own'
  }
  const iban = `<Id><IBAN>${account?.accountNumber}</IBAN></Id>`
  const servicedBy = (id: string) => `<Svcr><FinInstnId>${id}</FinInstnId></Svcr>`

  test.each([
    ['with its currency', `${iban}<Ccy>EUR</Ccy>`, 'own'],
    ['without one', iban, 'own'],
    [
      'as another id',
      iban
        .replaceAll('IBAN', 'Othr')
        .replace('<Othr>', '<Othr><Id>')
        .replace('</Othr>', '</Id></Othr>'),
      'own',
    ],
    ['with spaces', iban.replace(/(\d{4})/g, '$1 '), 'own'],
    ['at its bank', `${iban}${servicedBy(`<BIC>${account?.routingNumber}</BIC>`)}`, 'own'],
    ['at another bank', `${iban}${servicedBy('<BICFI>DEUTDEFF</BICFI>')}`, ['FOREIGN']],
    ['in another currency', `${iban}<Ccy>USD</Ccy>`, ['FOREIGN']],
    ['of somebody else', '<Id><IBAN>DE02120300000000202051</IBAN></Id>', ['FOREIGN']],
    ['without a number', '<Ccy>EUR</Ccy>', ['FOREIGN']],
  ])('%s', async (_, acct, expected) => {
    expect(await statementOf(acct)).toEqual(expected)
  })

  test.each([
    ['', ''],
    ['<ClrSysMmbId><MmbId>001234</MmbId></ClrSysMmbId>', '001234'],
    ['<BICFI>CRDRGB20</BICFI>', 'CRDRGB20'],
  ])('a national number with the agent "%s" lies at "%s"', async (agent, payeeBank) => {
    const british = notification(
      entry({
        details: payment(
          `<RltdPties><CdtrAcct><Id><Othr><Id>87654321</Id></Othr></Id></CdtrAcct></RltdPties>` +
            `<RltdAgts><CdtrAgt><FinInstnId>${agent}</FinInstnId></CdtrAgt></RltdAgts>`,
        ),
      }),
    )
      .replaceAll('Ccy="EUR"', 'Ccy="GBP"')
      .replace('<Ccy>EUR', '<Ccy>GBP')
      .replace(
        `<IBAN>${operatorIban}</IBAN>`,
        `<Othr><Id>${accounts[1]?.accountNumber}</Id></Othr>`,
      )
    expect(await read(british)).toMatchObject([
      evidence({ payeeBank, payee: { account: '87654321' }, account: { countryCode: 'GB' } }),
    ])
  })
})
