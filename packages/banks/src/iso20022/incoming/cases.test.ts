import { expect, test } from 'vitest'
import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { evidence } from '../../testing/notification.ts'
import { account as german } from '../../testing/swift.ts'
import type { IncomingEvent } from './events.ts'
import { readMessages } from './reader.ts'

// What banks wrote and people reported in public: each once failed, here or elsewhere.

const british: OperatorAccount = {
  ...german,
  countryCode: 'GB',
  currency: 'GBP',
  routingNumber: '601613',
  accountNumber: '31926819',
}

const details = (inside = '') =>
  `<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>Ada Payer</Nm></Dbtr>` +
  `<DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct>${inside}</RltdPties></TxDtls></NtryDtls>`

const entry = (amount: string, inside = details(), day = '2026-11-27', sign = 'CRDT') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
  `<ValDt><Dt>${day}</Dt></ValDt>${inside}</Ntry>`

type Message = { kind?: 'camt.053' | 'camt.054'; time?: string; id?: string; entries: string }

function message({
  kind = 'camt.054',
  time = '2026-11-27T18:00:00',
  id = '<IBAN>DE89370400440532013000</IBAN>',
  entries,
}: Message): string {
  const [root, part] =
    kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.02"><${root}>` +
    `<GrpHdr><MsgId>C</MsgId><CreDtTm>${time}</CreDtTm></GrpHdr><${part}><Id>C</Id><CreDtTm>${time}</CreDtTm>` +
    `<Acct><Id>${id}</Id></Acct>${entries}</${part}></${root}></Document>`
  )
}

const foreign = (reference: string) =>
  `<TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef></Refs><Amt Ccy="USD">100.00</Amt></TxDtls>`

const cases: [string, string, object[]][] = [
  [
    'amounts of the parts in the payer’s currency: taken as a whole',
    message({ entries: entry('183.00', `<NtryDtls>${foreign('a')}${foreign('b')}</NtryDtls>`) }),
    [
      evidence({ kind: 'BATCH', part: 0, minor: 18_300n, batchCount: 2 }),
      { type: 'PROBLEM', problem: expect.stringContaining('183.00 EUR') },
    ],
  ],
  [
    'an odd entry holds nothing else up',
    message({
      entries: entry('.05') + entry('-3.00', '', '2026-11-27', 'DBIT') + entry('20.00'),
    }),
    [
      evidence({ line: 1, minor: 5n }),
      {
        type: 'ASIDE',
        aside: {
          line: 2,
          reason: 'Its amount "-3.00" is no amount of EUR.',
          direction: 'DEBIT',
          minor: 0n,
          bookedOn: '2026-11-27',
        },
      },
      evidence({ line: 3, minor: 2_000n }),
    ],
  ],
  [
    'milliseconds behind a colon',
    message({ time: '2026-11-27T11:17:11:735', entries: entry('19.00') }),
    [evidence({ minor: 1_900n, bookedOn: '2026-11-27' })],
  ],
  [
    'a day with an offset',
    message({ entries: entry('18.00', details(), '2026-11-26+01:00') }),
    [evidence({ bookedOn: '2026-11-26', valueOn: '2026-11-26' })],
  ],
  [
    'who really pays, where an institution pays',
    message({ entries: entry('12.00', details('<UltmtDbtr><Nm>Eve Real</Nm></UltmtDbtr>')) }),
    [evidence({ payer: { name: 'Ada Payer' }, ultimatePayer: 'Eve Real' })],
  ],
  [
    'a batch that is only a number',
    message({ entries: entry('300.00', '<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>') }),
    [
      evidence({ kind: 'BATCH', minor: 30_000n, batchCount: 3 }),
      { type: 'PROBLEM', problem: expect.stringContaining('no payments in it') },
    ],
  ],
  ...[
    '<IBAN>GB29NWBK60161331926819</IBAN>',
    '<Othr><Id>60161331926819</Id></Othr>',
    '<Othr><Id>31926819</Id></Othr>',
  ].map((id): [string, string, object[]] => [
    `a British account as ${id}`,
    message({
      kind: 'camt.053',
      id,
      entries: entry('52.00', details(`<CdtrAcct><Id>${id}</Id></CdtrAcct>`)),
    }).replaceAll('"EUR"', '"GBP"'),
    [
      evidence({
        account: { countryCode: 'GB', routingNumber: '601613', accountNumber: '31926819' },
        payee: { account: '31926819' },
        minor: 5_200n,
      }),
      { type: 'PROBLEM', problem: expect.stringContaining('no opening or no closing balance') },
      { type: 'BALANCE', balance: { countryCode: 'GB', currency: 'GBP', closesOn: '2026-11-27' } },
    ],
  ]),
]

test.each(cases)('%s', async (_, text, expected) => {
  const all: IncomingEvent[] = []
  for await (const events of readMessages([Buffer.from(text)], [german, british]))
    all.push(...events)
  expect(all.slice(0, 2)).toMatchObject([{ type: 'HEADER' }, { type: 'STATEMENT' }])
  expect(all.slice(2)).toMatchObject(expected)
  expect(all).toHaveLength(expected.length + 2)
})
