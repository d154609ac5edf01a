import { describe, expect, test } from 'vitest'
import {
  amount,
  endToEnd,
  entry,
  type EntryParts,
  evidence,
  notification,
  payment,
  read,
  servicer,
} from '../../testing/notification.ts'

const ours = '0198c5a4111172228333444444444444'

const readEntry = (parts: EntryParts) => read(notification(entry(parts)))

const problem = (text: string) => ({ type: 'PROBLEM', problem: expect.stringContaining(text) })
const coded = (family: string, subFamily: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`
const charges = (text: string) => `<Chrgs><Rcrd><Amt Ccy="EUR">${text}</Amt></Rcrd></Chrgs>`

describe('what an entry is', () => {
  const virtual = '<CdtrAcct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id></CdtrAcct>'
  const cases: [string, EntryParts, object[]][] = [
    [
      'a credit has its parties, ids and all that its payer wrote',
      {
        reference: 'L1',
        details: payment(
          `<RltdPties><Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr>` +
            `<DbtrAcct><Id><Othr><Id>77</Id></Othr></Id></DbtrAcct>${virtual}</RltdPties>` +
            `<RmtInf><Ustrd>for tea</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>`,
          endToEnd('E1') +
            servicer('P1') +
            '<InstrId>I1</InstrId><TxId>T1</TxId><UETR>ab12</UETR><PmtInfId>B1</PmtInfId><MsgId>M1</MsgId>',
        ),
      },
      [
        evidence({
          line: 1,
          part: 0,
          kind: 'ENTRY',
          direction: 'CREDIT',
          minor: 1_000n,
          lineMinor: 1_000n,
          bookedOn: '2026-01-05',
          payer: { name: 'Ada', account: '77' },
          payee: { name: '', account: 'DE89370400440532013000' },
          text: 'for tea RF18',
          ids: {
            uetr: 'ab12',
            transactionId: 'T1',
            endToEndId: 'E1',
            instructionId: 'I1',
            paymentReference: 'P1',
            lineReference: 'L1',
            batchId: 'B1',
            batchMessageId: 'M1',
          },
        }),
      ],
    ],
    ...[
      '<Pty><Nm>Eve</Nm></Pty>',
      '<Nm>Eve</Nm>',
      '<Agt><FinInstnId><Nm>Eve</Nm></FinInstnId></Agt>',
    ].map((name): [string, EntryParts, object[]] => [
      `who really pays and is paid, written as ${name}`,
      {
        details: payment(
          `<RltdPties><UltmtDbtr>${name}</UltmtDbtr><UltmtCdtr>${name}</UltmtCdtr></RltdPties>`,
        ),
      },
      [evidence({ ultimatePayer: 'Eve', ultimatePayee: 'Eve', payer: { name: 'Eve' } })],
    ]),
    ...[
      ['<Id><OrgId><Othr><Id>HRB 7</Id></Othr></OrgId></Id>', 'ID: HRB 7'],
      [
        '<Pty><Id><OrgId><LEI>529900T8BM49AURSDO55</LEI></OrgId></Id></Pty>',
        'ID: 529900T8BM49AURSDO55',
      ],
      ['<Nm>Eve</Nm><Id><PrvtId><Othr><Id>P 1</Id></Othr></PrvtId></Id>', 'Eve'],
    ].map(([party, ultimatePayer]): [string, EntryParts, object[]] => [
      `who really pays with an id, ${ultimatePayer}`,
      {
        details: payment(
          `<RltdPties><Dbtr><Nm>Pay</Nm></Dbtr><UltmtDbtr>${party}</UltmtDbtr></RltdPties>`,
        ),
      },
      [evidence({ ultimatePayer, payer: { name: 'Pay' } })],
    ]),
    [
      'the banks on the way',
      {
        details: payment(
          `<RltdAgts><DbtrAgt><FinInstnId><BIC>AAAADEFF</BIC><Nm>Bank A</Nm></FinInstnId></DbtrAgt><IntrmyAgt1><FinInstnId><Nm>Bank B</Nm></FinInstnId></IntrmyAgt1><IntrmyAgt2><FinInstnId></FinInstnId></IntrmyAgt2></RltdAgts>`,
        ),
      },
      [
        evidence({
          institutions: [
            { name: 'Bank A', code: 'AAAADEFF' },
            { name: 'Bank B', code: '' },
          ],
        }),
      ],
    ],
    [
      'a key in place of an account',
      {
        details: payment(
          '<RltdPties><DbtrAcct><Prxy><Id>ada@bank</Id></Prxy></DbtrAcct></RltdPties>',
        ),
      },
      [evidence({ payer: { account: 'ada@bank' } })],
    ],
    [
      'ids without a value are none',
      {
        reference: 'NONREF',
        details: payment('', endToEnd('NOTPROVIDED') + servicer('not provided')),
      },
      [evidence({ ids: { endToEndId: '', paymentReference: '', lineReference: '' } })],
    ],
    [
      'without details it has the text of the bank',
      { after: '<AddtlNtryInf>Cash</AddtlNtryInf>' },
      [evidence({ payee: { name: '', account: '' }, text: 'Cash' })],
    ],
    [
      'a payment that comes back with a reason is a return',
      { details: payment('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>', endToEnd(ours)) },
      [evidence({ kind: 'RETURN', reason: 'AC04', ids: { endToEndId: ours } })],
    ],
    [
      'the bank’s code of a return makes one',
      { before: '<RvslInd>false</RvslInd>', after: coded('ICDT', 'RRTN') },
      [evidence({ kind: 'RETURN' })],
    ],
    [
      'the German code of a return makes one',
      { after: '<BkTxCd><Prtry><Cd>NTRF+159+00931</Cd></Prtry></BkTxCd>' },
      [evidence({ kind: 'RETURN', code: 'NTRF+159+00931' })],
    ],
    [
      'our id on a credit does not make one: only the books know',
      { details: payment('', endToEnd(ours)) },
      [evidence({ kind: 'ENTRY' })],
    ],
    [
      'a debit of our payment is one',
      { sign: 'DBIT', reference: 'B1', details: payment('', endToEnd(ours)) },
      [
        evidence({
          kind: 'ENTRY',
          direction: 'DEBIT',
          ids: { endToEndId: ours, lineReference: 'B1' },
        }),
      ],
    ],
    [
      'a debit of our payment and of its charge is two',
      { sign: 'DBIT', amount: '12.50', details: payment(amount('10.00'), endToEnd(ours)) },
      [
        evidence({ part: 1, kind: 'ENTRY', minor: 1_000n, lineMinor: 1_250n }),
        evidence({
          part: 2,
          kind: 'CHARGE',
          minor: 250n,
          lineMinor: 1_250n,
          ids: { endToEndId: '' },
        }),
      ],
    ],
    [
      'a debit of somebody else’s payment is what was moved',
      { sign: 'DBIT', amount: '12.50', details: payment(amount('10.00'), endToEnd('X')) },
      [
        evidence({ part: 0, kind: 'ENTRY', minor: 1_250n }),
        problem('is of 10.00 EUR; its entry moved 12.50 EUR'),
      ],
    ],
    [
      'a fee for our payment is a charge',
      { sign: 'DBIT', details: payment(coded('ICDT', 'CHRG'), endToEnd(ours)) },
      [evidence({ kind: 'CHARGE' })],
    ],
    [
      'a debit that is given back',
      { before: '<RvslInd>true</RvslInd>', details: payment('', endToEnd(ours)) },
      [
        evidence({ kind: 'REVERSAL', direction: 'CREDIT' }),
        problem('gave back a debit of 10.00 EUR'),
      ],
    ],
    [
      'a credit that is taken back',
      { sign: 'DBIT', before: '<RvslInd>1</RvslInd>' },
      [evidence({ kind: 'REVERSAL', direction: 'DEBIT' }), problem('took back a credit')],
    ],
    [
      'a credit that goes back with a reason',
      { sign: 'DBIT', details: payment('<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>') },
      [evidence({ kind: 'REVERSAL', direction: 'DEBIT', reason: 'AC04' })],
    ],
    ...['<Sts><Cd>PDNG</Cd></Sts>', '<Sts><Cd>INFO</Cd></Sts>', '<Sts>FUTR</Sts>'].map(
      (status): [string, EntryParts, object[]] => [
        `"${status}" is only announced`,
        { status, reference: 'R1', after: '<AddtlNtryInf>soon</AddtlNtryInf>' },
        [
          {
            type: 'ANNOUNCED',
            announced: { line: 1, minor: 1_000n, bankReference: 'R1', text: 'soon' },
          },
        ],
      ],
    ),
    [
      'what moves nothing is only announced',
      { amount: '0.00' },
      [{ type: 'ANNOUNCED', announced: { line: 1, minor: 0n } }],
    ],
    [
      'a batch of credits that another file lists is taken as a whole',
      { amount: '99.00', details: '<Btch><NbOfTxs>12</NbOfTxs></Btch>' },
      [evidence({ kind: 'BATCH', part: 0, minor: 9_900n, batchCount: 12 }), problem('99.00 EUR')],
    ],
    [
      'so is an entry that names another message for its payments',
      { before: '<AddtlInfInd><MsgNmId>camt.054.001.08</MsgNmId></AddtlInfInd>' },
      [evidence({ kind: 'BATCH', batchCount: 0 }), problem('no payments in it')],
    ],
    [
      'a batch of one is a payment',
      { details: '<Btch><NbOfTxs>1</NbOfTxs></Btch>' },
      [evidence({ kind: 'ENTRY', batchCount: 0 })],
    ],
    [
      'a batch of debits without details names its payments',
      {
        sign: 'DBIT',
        details: '<Btch><MsgId>CR1</MsgId><PmtInfId>CR1-2</PmtInfId><NbOfTxs>12</NbOfTxs></Btch>',
      },
      [
        evidence({
          kind: 'BATCH',
          batchCount: 12,
          ids: { batchMessageId: 'CR1', batchId: 'CR1-2' },
        }),
      ],
    ],
    [
      'an entry with fewer payments than it says is taken as a whole',
      { details: '<Btch><NbOfTxs>3</NbOfTxs></Btch>' + payment(amount('10.00')) },
      [evidence({ kind: 'BATCH', batchCount: 3 }), problem('has 1 payments where it is of 3')],
    ],
    [
      'batches in one entry are counted together',
      {
        details:
          `<Btch><NbOfTxs>1</NbOfTxs></Btch>${payment(amount('4.00'))}</NtryDtls>` +
          `<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch>${payment(amount('6.00'))}`,
      },
      [evidence({ part: 1, minor: 400n }), evidence({ part: 2, minor: 600n })],
    ],
    [
      'the payments of a batch are each for themselves',
      {
        reference: 'E',
        details:
          payment(amount('4.00'), servicer('T1')) +
          payment('<AmtDtls><TxAmt><Amt Ccy="EUR">6</Amt></TxAmt></AmtDtls>', servicer('T2')),
      },
      [
        evidence({ part: 1, minor: 400n, ids: { paymentReference: 'T1', lineReference: 'E' } }),
        evidence({ part: 2, minor: 600n, ids: { paymentReference: 'T2', lineReference: 'E' } }),
      ],
    ],
    [
      'a reference that they share is of none of them',
      {
        reference: 'E',
        details:
          payment(amount('3.00'), servicer('S')) +
          payment(amount('4.00'), servicer('S')) +
          payment(amount('2.00'), servicer('E')) +
          payment(amount('1.00'), servicer('T')),
      },
      ['', '', '', 'T'].map((paymentReference) =>
        evidence({ ids: { paymentReference, lineReference: 'E' } }),
      ),
    ],
    [
      'a debit inside of a credit is a debit',
      {
        amount: '4.00',
        details:
          payment(`${amount('7.00')}<CdtDbtInd>CRDT</CdtDbtInd>`) +
          payment(`${amount('3.00')}<CdtDbtInd>DBIT</CdtDbtInd>`),
      },
      [
        evidence({ direction: 'CREDIT', minor: 700n, lineMinor: 400n }),
        evidence({ direction: 'DEBIT', minor: 300n, lineMinor: 400n }),
      ],
    ],
    [
      'of gross payments each is credited what its charges leave',
      {
        amount: '8.50',
        details:
          payment(amount('4.00') + charges('1.00')) + payment(amount('6.00') + charges('0.50')),
      },
      [evidence({ minor: 300n }), evidence({ minor: 550n })],
    ],
    [
      'of debits with charges, the charges are one of their own',
      {
        sign: 'DBIT',
        amount: '11.50',
        details:
          payment(amount('4.00') + charges('1.00')) + payment(amount('6.00') + charges('0.50')),
      },
      [
        evidence({ minor: 400n }),
        evidence({ minor: 600n }),
        evidence({ part: 3, kind: 'CHARGE', minor: 150n }),
      ],
    ],
    [
      'payments that are not as much as their entry are taken as a whole',
      { details: payment(amount('4.00')) + payment(amount('5.00')) },
      [
        evidence({ kind: 'BATCH', minor: 1_000n, batchCount: 2 }),
        problem('do not make what it moved'),
      ],
    ],
    [
      'so are those in another currency',
      { details: payment(amount('10.00')) + payment('<Amt Ccy="USD">5.00</Amt>') },
      [evidence({ kind: 'BATCH', minor: 1_000n }), problem('do not make')],
    ],
    [
      'unless their counter value is known',
      {
        details: ['4.00', '6.00']
          .map((text) =>
            payment(
              `<Amt Ccy="USD">5.00</Amt><AmtDtls><CntrValAmt>${amount(text)}</CntrValAmt></AmtDtls>`,
            ),
          )
          .join(''),
      },
      [evidence({ minor: 400n }), evidence({ minor: 600n })],
    ],
    [
      'a gross credit is what arrived',
      { amount: '9.00', details: payment(amount('10.00')) },
      [evidence({ part: 0, minor: 900n }), problem('is of 10.00 EUR; its entry moved 9.00 EUR')],
    ],
    [
      'so is a gross credit whose charges are known',
      { amount: '9.00', details: payment(amount('10.00') + charges('1.00')) },
      [evidence({ part: 0, minor: 900n })],
    ],
    [
      'a credit in another currency is what arrived',
      { details: payment('<Amt Ccy="USD">12.00</Amt>') },
      [evidence({ part: 0, minor: 1_000n })],
    ],
  ]
  test.each(cases)('%s', async (_, parts, events) => {
    const found = await readEntry(parts)
    expect(found).toMatchObject(events)
    expect(found).toHaveLength(events.length)
  })
})
