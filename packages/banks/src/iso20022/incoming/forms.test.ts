import { describe, expect, test } from 'vitest'
import {
  accounts,
  entry,
  evidence,
  notification,
  payment,
  read,
} from '../../testing/notification.ts'
import type { IncomingEvent } from './events.ts'
import { readMessages } from './reader.ts'

const swissNamespace = 'http://www.six-interbank-clearing.com/de/camt.054.001.04.ch.02.xsd'

describe('forms of the file', () => {
  const text = notification(
    entry({ details: payment('<RmtInf><Ustrd>Käse &amp; Brot</Ustrd></RmtInf>') }),
  )
  const expected = [evidence({ text: 'Käse & Brot' })]
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${text}`

  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\u{FEFF}${declared('utf-8')}`)],
    ['Latin 1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['UTF-16', Buffer.from(`\u{FEFF}${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(declared('UTF-16'), 'utf16le')],
    ['UTF-16 without a mark, the other way', Buffer.from(text, 'utf16le').swap16()],
    ['UTF-8 with the label of UTF-16', Buffer.from(declared('utf-16'))],
    ['ISO 8859-2', Buffer.from(declared('ISO-8859-2'), 'latin1')],
    ['blank lines before the declaration', Buffer.from(`\u{FEFF}\n\n  ${declared('utf-8')}\n`)],
    ['no document around it', Buffer.from(text.replace(/<\/?Document[^>]*>/g, ''))],
    ['UTF-16, the other way', Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16()],
    [
      'prefixes',
      Buffer.from(text.replaceAll(/<(\/?)(\w)/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=')),
    ],
    ['no namespace', Buffer.from(text.replace(/ xmlns="[^"]*"/, ''))],
    ['a later version', Buffer.from(text.replace('054.001.08', '054.001.13'))],
    ['a version of a country', Buffer.from(text.replace(/urn:iso[^"]*/, swissNamespace))],
    [
      'an envelope of SWIFT',
      Buffer.from(`<DataPDU><Revision>2</Revision><Body><AppHdr/>${text}</Body></DataPDU>`),
    ],
    ['an envelope', Buffer.from(`<BizMsg><AppHdr><To>us</To></AppHdr>${text}</BizMsg>`)],
    [
      'comments and CDATA',
      Buffer.from(text.replace('Käse &amp; Brot', '<!-- x -->Käse <![CDATA[& Brot]]>')),
    ],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject(expected)
  })

  test('pieces of any size say the same', async () => {
    const bytes = Buffer.from(declared('utf-8'))
    for (const size of [1, 7, 300]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const all: IncomingEvent[] = []
      for await (const events of readMessages(pieces, accounts)) all.push(...events)
      expect(all.slice(2)).toMatchObject(expected)
    }
  })

  test.each([
    ['two files behind each other', `${declared('utf-8')}\n${declared('utf-8')}`],
    ['without a line between them', declared('utf-8') + declared('utf-8')],
    ['without declarations', text + text],
    ['in one envelope', `<Envelope>${text}${text}</Envelope>`],
    ['two statements of one message', text.replace(/(<Ntfctn>.*<\/Ntfctn>)/, '$1$1')],
  ])('%s are both taken, their lines counted together', async (_, twice) => {
    for (const size of [1, 5, 10_000]) {
      const bytes = Buffer.from(twice)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const all: IncomingEvent[] = []
      for await (const events of readMessages(pieces, accounts)) all.push(...events)
      expect(all.filter(({ type }) => type === 'EVIDENCE')).toMatchObject([
        evidence({ line: 1, text: 'Käse & Brot' }),
        evidence({ line: 2, text: 'Käse & Brot' }),
      ])
    }
  })
})

/** What changed between the versions, by the first version that has it (schemas of ISO 20022). */
const sinceBicfi = 3
const sinceRecords = 3
const sinceParty = 7
const sinceUetr = 8

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])(
  'version %i has a payment in its own elements',
  async (version) => {
    const name = (text: string) =>
      version < sinceParty ? `<Nm>${text}</Nm>` : `<Pty><Nm>${text}</Nm></Pty>`
    const bic = version < sinceBicfi ? 'BIC' : 'BICFI'
    const charge = '<Amt Ccy="EUR">1.00</Amt>'
    const part = (id: string, text: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef><TxId>T${id}</TxId>` +
      (version < sinceUetr ? '' : `<UETR>U${id}</UETR>`) +
      `</Refs>` +
      (version < sinceRecords
        ? `<AmtDtls><TxAmt><Amt Ccy="EUR">${text}</Amt></TxAmt></AmtDtls><Chrgs>${charge}</Chrgs>`
        : `<Amt Ccy="EUR">${text}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Chrgs><Rcrd>${charge}</Rcrd></Chrgs>`) +
      `<RltdPties><Dbtr>${name('Ada')}</Dbtr><UltmtDbtr>${name('Eve')}</UltmtDbtr></RltdPties>` +
      `<RltdAgts><CdtrAgt><FinInstnId><${bic}>CRDRDE20XXX</${bic}></FinInstnId></CdtrAgt></RltdAgts></TxDtls>`
    const text = notification(
      entry({
        amount: '8.00',
        status: version < sinceParty ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>',
        details: part('1', '4.00') + part('2', '6.00'),
      }),
      `camt.054.001.${String(version).padStart(2, '0')}`,
    )
    const common = { payer: { name: 'Ada' }, ultimatePayer: 'Eve', payeeBank: 'CRDRDE20XXX' }
    const ids = (id: string) => ({
      paymentReference: id,
      transactionId: `T${id}`,
      uetr: version < sinceUetr ? '' : `U${id}`,
    })
    expect(await read(text)).toMatchObject([
      evidence({ ...common, part: 1, minor: 300n, ids: ids('1') }),
      evidence({ ...common, part: 2, minor: 500n, ids: ids('2') }),
    ])
  },
)
