import { existsSync, mkdtempSync, readFileSync, rmSync, createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { runAdmin } from '../../../tools/stack.ts'
import { asAdmin } from '../measure/admin.ts'
import type { Bench } from '../measure/bench.ts'
import { type Figures, alternate, judged } from '../measure/measure.ts'
import { type BenchStack, startBenchStack } from '../setup/partner.ts'
import { processTree } from '../measure/processes.ts'
import { openAccounts, type PaidInto } from '../setup/routed.ts'

const many = Number(process.env['BENCH_ENTRIES'] ?? 50_000)
const few = Math.ceil(many / 10)
const held = 8
const lookMs = 20
const deadlineMs = 600_000
/** With room to spare memory is given back late, and its peak means nothing. */
const smallHeap = '--max-old-space-size=64 --max-semi-space-size=2'

/** A day's statement through the real import; its memory must not grow with the file. */
export const statementImport: Bench = {
  name: 'statement-import',
  what: `a camt.054 of ${many} entries imported and taken in; its peak memory, against one of ${few}`,
  run: async ({ rounds }) => {
    const stack = await startBenchStack()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-statements-'))
    const accounts = await openAccounts(stack, held, false)
    let file = 0
    const run = (entries: number) => () =>
      imported(stack, accounts, { folder, entries, id: `BENCH-${(file += 1)}` })
    try {
      const series = await alternate(
        [
          { name: `${many} entries`, run: run(many) },
          { name: `${few} entries`, run: run(few) },
        ],
        rounds,
      )
      return judged(series, [
        {
          ours: `${many} entries`,
          base: `${few} entries`,
          metric: 'peak MiB',
          better: 'less',
          must: 1.25,
          aim: 1.1,
        },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await stack.remove()
    }
  },
}

/** The command of the admin line, as an operator gives it; the server takes the entries in. */
async function imported(
  stack: BenchStack,
  accounts: readonly PaidInto[],
  { folder, entries, id }: { folder: string; entries: number; id: string },
): Promise<Figures> {
  const path = join(folder, `${id}.xml`)
  await writeStatement(path, accounts, { id, entries })
  const others = new Set(children())
  const begun = performance.now()
  const settings = { PORT: String(stack.port), DATA_DIR: stack.dataDir, NODE_OPTIONS: smallHeap }
  const over = runAdmin(settings, ['bank', 'import', path]).then(() => true)
  let peakKiB = 0
  do {
    for (const pid of children()) if (!others.has(pid)) peakKiB = Math.max(peakKiB, peakOf(pid))
  } while (!(await Promise.race([over, sleep(lookMs, false)])))
  rmSync(path)
  return asAdmin(stack.dataDir, 'corridor', async (admin) => {
    for (;;) {
      const { rows } = await admin.query("select from bank_entry where state = 'NEW' limit 1")
      if (rows.length === 0) break
      if (performance.now() - begun > deadlineMs) throw new Error('the entries were not taken in')
      await sleep(lookMs)
    }
    const took = performance.now() - begun
    const file = await admin.query<{ booked: number; seconds: number }>(
      `select booked, extract(epoch from imported_at - begun_at)::float8 as seconds
       from bank_file_in where message_id = $1`,
      [id],
    )
    const { booked = 0, seconds = 0 } = file.rows[0] ?? {}
    if (booked !== entries) throw new Error(`Of ${entries} entries ${booked} were booked`)
    return {
      'import s': seconds,
      'imported/s': entries / seconds,
      'taken in/s': (entries * 1000) / took,
      'peak MiB': peakKiB / 1024,
    }
  })
}

const children = (): number[] =>
  processTree(process.pid)
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)

function peakOf(pid: number): number {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}

/** The sandbox's operator account in Germany, which is always the same one. */
const operatorAccount = {
  iban: 'DE78999995073353800252',
  bic: 'CRDRDE20XXX',
  holder: 'Corridor Payments',
}
const day = '2026-01-05'

/** Writes a notification (camt.054) of credits on accounts of customers, in turn. */
async function writeStatement(
  path: string,
  accounts: readonly PaidInto[],
  { id, entries }: { id: string; entries: number },
): Promise<void> {
  const file = createWriteStream(path)
  file.write(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T12:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>${id}</Id><Acct><Id><IBAN>${operatorAccount.iban}</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BICFI>${operatorAccount.bic}</BICFI></FinInstnId></Svcr></Acct>`)
  for (let at = 0; at < entries; at += 1) {
    const account = accounts[at % accounts.length]
    if (!account) throw new Error('no accounts')
    if (!file.write(entry(account, `${id}-${at}`))) await once(file, 'drain')
  }
  file.end('</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>\n')
  await finished(file)
}

const amount = '<Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
const code =
  '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>'

const entry = ({ routingNumber, accountNumber }: PaidInto, reference: string): string =>
  `<Ntry>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>${code}<NtryDtls><TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}${code}<RltdPties><Dbtr><Pty><Nm>Ada Okonkwo</Nm></Pty></Dbtr><Cdtr><Pty><Nm>${operatorAccount.holder}</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${accountNumber}</IBAN></Id></CdtrAcct></RltdPties><RltdAgts><CdtrAgt><FinInstnId><BICFI>${routingNumber}</BICFI></FinInstnId></CdtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry>\n`
