import { describe, expect, test } from 'vitest'
import { evidence } from '../testing/notification.ts'
import { linesOf } from '../testing/swift.ts'

describe('field 86', () => {
  const line = ':61:2601050105C1,NTRFNONREF\n:86:'
  const german =
    '166?00GUTSCHRIFT?100399?20EREF+E-1?21KREF+K-1?22SVWZ+Invoice 7 of the secon?23d of January?30COBADEFFXXX?31DE75512108001245126199?32Ada Payer with a name that i?33s long?60 and more?34914'
  const cases: [string, string, object][] = [
    ['free text', 'INVOICE 7\nADA PAYER', { text: 'INVOICE 7 ADA PAYER' }],
    ['free text that was cut', `${'x'.repeat(65)}\nyz`, { text: `${'x'.repeat(65)}yz` }],
    [
      'the subfields of German banks',
      german,
      {
        ids: { endToEndId: 'E-1', instructionId: 'K-1' },
        text: 'Invoice 7 of the second of January and more',
        payer: { name: 'Ada Payer with a name that is long', account: 'DE75512108001245126199' },
        institutions: [{ name: '', code: 'COBADEFFXXX' }],
        code: 'NTRF+166',
      },
    ],
    [
      'the same, cut anywhere',
      german.replace(/(.{65})/g, '$1\n'),
      { text: 'Invoice 7 of the second of January and more' },
    ],
    [
      'without labels',
      '051?00UEBERWEISUNG?20Gehalt?21Firma?32MUELLER',
      { text: 'Gehalt Firma', payer: { name: 'MUELLER' } },
    ],
    [
      'another sign',
      '020^00X^20Invoice 7^32Ada^38PL1',
      { text: 'Invoice 7', payer: { name: 'Ada', account: 'PL1' } },
    ],
    [
      'a text behind an id',
      '166?20EREF+E-1?21Invoice 7',
      { ids: { endToEndId: 'E-1' }, text: 'Invoice 7' },
    ],
    [
      'who really pays',
      '166?20SVWZ+x?21ABWA+Eve Real?22ABWE+Bob',
      { text: 'x', ultimatePayer: 'Eve Real', ultimatePayee: 'Bob' },
    ],
    ['no id', '166?20EREF+NOTPROVIDED?21SVWZ+x', { ids: { endToEndId: '' } }],
    ['a return', '159?20EREF+E-1?21SVWZ+back', { kind: 'RETURN' }],
    [
      'a collective booking',
      '194?20KREF+M1?21SVWZ+5',
      { kind: 'BATCH', batchCount: 0, ids: { batchMessageId: 'M1' } },
    ],
    [
      'a collective booking of one of our batches',
      '191?20KREF+CR1-2?21SVWZ+5',
      { kind: 'BATCH', ids: { batchMessageId: '', batchId: 'CR1-2' } },
    ],
    [
      'labels between slashes',
      '/EREF/E-1/ORDP//NAME/Ada Payer/REMI/Invoice 7/ISDT/2026-01-02',
      { ids: { endToEndId: 'E-1' }, payer: { name: 'Ada Payer' }, text: 'Invoice 7' },
    ],
    [
      'both sides',
      '/EREF/E-1/BENM//NAME/Our Name/IBAN/DE89370400440532013000/ORDP//NAME/Ada Payer/IBAN/NL32INGB0000012345/REMI/x',
      { payer: { name: 'Ada Payer', account: 'NL32INGB0000012345' }, text: 'x' },
    ],
    [
      'the other side in one label',
      '/EREF/NOTPROVIDED//CNTP/NL32INGB0000012345/INGBNL2A/Ada Payer///REMI/USTD//Invoice 7/',
      {
        ids: { endToEndId: '' },
        payer: { name: 'Ada Payer', account: 'NL32INGB0000012345' },
        text: 'Invoice 7',
      },
    ],
    [
      'who really pays, between slashes',
      '/EREF/E-1/ORDP//NAME/Pay Ltd/ULTD/Eve Real/ULTC/Bob/REMI/x',
      { payer: { name: 'Pay Ltd' }, ultimatePayer: 'Eve Real', ultimatePayee: 'Bob' },
    ],
    [
      'a return between slashes',
      '/TRTP/SEPA/EREF/E-1/RTRN/AC04/REMI/x',
      { kind: 'RETURN', reason: 'AC04', text: 'x' },
    ],
  ]
  test.each(cases)('%s', async (_, text, expected) => {
    expect(await linesOf(line + text)).toMatchObject([evidence(expected)])
  })

  test('of a debit the other side is the payee', async () => {
    const debit = ':61:2601050105D1,NTRFNONREF\n:86:116?20SVWZ+x?30COBADEFF?31DE1?32Bob'
    expect(await linesOf(debit)).toMatchObject([
      evidence({
        payer: { name: '' },
        payee: { name: 'Bob', account: 'DE1' },
        payeeBank: 'COBADEFF',
      }),
    ])
  })
})
