import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAdmin } from '../../../tools/stack.ts'
import { asAdmin } from '../measure/admin.ts'
import type { Figures } from '../measure/measure.ts'
import { processTree } from '../measure/processes.ts'
import type { BenchStack } from './partner.ts'
import type { PaidInto } from './routed.ts'

const lookMs = 20
const deadlineMs = 600_000
/** With room to spare memory is given back late, and its peak means nothing. */
const smallHeap = '--max-old-space-size=64 --max-semi-space-size=2'

export type Into = { stack: BenchStack; accounts: readonly PaidInto[]; folder: string }
type WriteMessage = (path: string, accounts: readonly PaidInto[]) => Promise<void>

/** The command of the admin line, as an operator gives it; the server takes the payments in. */
export async function imported(
  { stack, accounts, folder }: Into,
  { message, id, booked: expected }: { message: WriteMessage; id: string; booked: number },
): Promise<Figures> {
  const path = join(folder, `${id}.xml`)
  await message(path, accounts)
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
    const file = await admin.query<{ booked: number; entries: number; seconds: number }>(
      `select booked, entries, extract(epoch from imported_at - begun_at)::float8 as seconds
       from bank_file_in where message_id = $1`,
      [id],
    )
    const { booked = 0, entries = 0, seconds = 0 } = file.rows[0] ?? {}
    if (booked !== expected) throw new Error(`${booked} payments of ${expected} were booked`)
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
const messages = {
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

/** A notification or a statement of credits on accounts of customers, in turn; `of` has the same ones. */
export const writeMessage =
  (
    kind: keyof typeof messages,
    id: string,
    entries: number,
    { day = '2026-01-05', of = id }: { day?: string; of?: string } = {},
  ): WriteMessage =>
  async (path, accounts) => {
    const [message, part] = messages[kind]
    const file = createWriteStream(path)
    file.write(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08"><${message}><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T12:00:00Z</CreDtTm></GrpHdr><${part}><Id>${id}</Id><Acct><Id><IBAN>${operatorAccount.iban}</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BICFI>${operatorAccount.bic}</BICFI></FinInstnId></Svcr></Acct>`)
    if (kind === 'camt.053') file.write(balance('OPBD', 0, day) + balance('CLBD', entries, day))
    for (let at = 0; at < entries; at += 1) {
      const account = accounts[at % accounts.length]
      if (!account) throw new Error('no accounts')
      if (!file.write(entry(account, `${of}-${at}`, day))) await once(file, 'drain')
    }
    file.end(`</${part}></${message}></Document>\n`)
    await finished(file)
  }

/** Of so many entries; it closes the day. */
const balance = (kind: 'OPBD' | 'CLBD', entries: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${25 * entries}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

const amount = '<Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
const code =
  '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>'

const entry = (
  { routingNumber, accountNumber }: PaidInto,
  reference: string,
  day: string,
): string =>
  `<Ntry>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>${code}<NtryDtls><TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}${code}<RltdPties><Dbtr><Pty><Nm>Ada Okonkwo</Nm></Pty></Dbtr><Cdtr><Pty><Nm>${operatorAccount.holder}</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${accountNumber}</IBAN></Id></CdtrAcct></RltdPties><RltdAgts><CdtrAgt><FinInstnId><BICFI>${routingNumber}</BICFI></FinInstnId></CdtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry>\n`
