import { createHash } from 'node:crypto'
import {
  type OperatorAccount,
  type FileBooks,
  type FilePayment,
  findReported,
  type PaymentFile,
  type PaymentLookup,
  type PayoutInstruction,
} from '@corridor/banks'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { incomingBooks } from './files-incoming-store.ts'
import { setSent } from './files-lists-store.ts'
import { findLastStatus, inFile } from './files-status-store.ts'
import type { Kek } from '../../db/kek.ts'
import { serviceNow } from '../../db/moment.ts'
import { now, type ServiceDatabase, type Tx } from '../../db/open.ts'
import { noFaults } from '../../engine/faults.ts'
import type { Faults } from '../../ports/faults.ts'
import type { DB } from '../../db/schema/types.generated.ts'

type PaymentRow = Selectable<DB['bank_file_payment']>
type FileParts = {
  db: Pick<ServiceDatabase, 'asWorker' | 'readingAll'>
  kek: Pick<Kek, 'seal' | 'open'>
  accounts: readonly OperatorAccount[]
  /** Where a test may cut an import off. */
  faults?: Faults
}

/** The books of the rail of files. Orders and files name account numbers and are sealed. */
export function createFileBooks({ db, kek, accounts, faults = noFaults }: FileParts): FileBooks {
  return {
    now: () => db.readingAll(now),
    keepPayment: (instruction) => db.asWorker((tx) => keepPayment(tx, instruction)),
    findPayment: (reference) =>
      db.asWorker(async (tx) => {
        const row = await findRow(tx, reference)
        const last = row && (await findLastStatus(tx, reference))
        return row && { ...paymentOf(row), ...(last ? { last } : {}) }
      }),
    findReported: (named) => db.asWorker((tx) => findReported(named, lookupIn(tx))),
    writeFile: (limit, build) => db.asWorker((tx) => writeFile(tx, limit, build)),
    unsentFiles: () => db.asWorker(unsentFiles),
    markSent: (messageId) => db.asWorker((tx) => setSent(tx, messageId)),
    ...incomingBooks({ db, kek, accounts, faults }),
  }

  async function keepPayment(tx: Tx, instruction: PayoutInstruction): Promise<FilePayment> {
    const { reference } = instruction
    const kept = await tx
      .insertInto('bank_file_payment')
      .values({
        reference,
        sealed_instruction: seal('bank_file_payment.sealed_instruction', reference, {
          ...instruction,
          minor: String(instruction.minor),
        }),
        ...(instruction.uetr === undefined ? {} : { uetr: instruction.uetr }),
        status: 'QUEUED',
        queued_at: serviceNow,
        updated_at: serviceNow,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returningAll()
      .executeTakeFirst()
    const row = kept ?? (await findRow(tx, reference))
    if (!row) throw new Error(`the payment ${reference} was not kept`)
    return paymentOf(row)
  }

  /** Who writes at the same time waits, and then finds what is left. */
  async function writeFile(tx: Tx, limit: number, build: Parameters<FileBooks['writeFile']>[1]) {
    const rows = await tx
      .selectFrom('bank_file_payment')
      .selectAll()
      .where('status', '=', 'QUEUED')
      .orderBy('position')
      .limit(limit)
      .forUpdate()
      .execute()
    if (rows.length === 0) return undefined
    const file = build(rows.map(instructionOf), await now(tx))
    const named = new Set(file.batches.flatMap(({ references }) => references))
    if (named.size !== rows.length || !rows.every(({ reference }) => named.has(reference)))
      throw new Error(`the file ${file.messageId} has other payments than it was given`)
    await tx
      .insertInto('bank_file_out')
      .values({
        message_id: file.messageId,
        name: file.name,
        sealed_text: seal('bank_file_out.sealed_text', file.messageId, file.text),
        sha256: createHash('sha256').update(file.text).digest('hex'),
        payments: rows.length,
        control_sum: file.controlSum,
        created_at: serviceNow,
      })
      .execute()
    const batches = file.batches.flatMap(({ batchId, references }) =>
      references.map((reference) => ({ reference, batchId })),
    )
    await sql`
      update bank_file_payment p
      set status = 'WRITTEN', message_id = ${file.messageId}, batch_id = b."batchId",
        updated_at = ${serviceNow}
      from jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as b (reference text, "batchId" text)
      where p.reference = b.reference`.execute(tx)
    return file
  }

  async function unsentFiles(tx: Tx): Promise<PaymentFile[]> {
    const files = await tx
      .selectFrom('bank_file_out')
      .selectAll()
      .where('sent_at', 'is', null)
      .orderBy('position')
      .execute()
    if (files.length === 0) return []
    const payments = await tx
      .selectFrom('bank_file_payment')
      .select(['message_id', 'batch_id', 'reference'])
      .where(
        'message_id',
        'in',
        files.map(({ message_id }) => message_id),
      )
      .orderBy('position')
      .execute()
    return files.map((file) => {
      const own = payments.filter(({ message_id }) => message_id === file.message_id)
      return {
        messageId: file.message_id,
        name: file.name,
        text: open('bank_file_out.sealed_text', file.message_id, file.sealed_text) as string,
        payments: file.payments,
        controlSum: file.control_sum,
        batches: [...Map.groupBy(own, ({ batch_id }) => batch_id)].map(([batchId, rows]) => ({
          batchId,
          references: rows.map(({ reference }) => reference),
        })),
      }
    })
  }

  function paymentOf(row: PaymentRow): FilePayment {
    return {
      instruction: instructionOf(row),
      status: row.status,
      messageId: row.message_id,
      bankReference: row.bank_reference,
      code: row.code,
      ...(row.is_retryable === null ? {} : { isRetryable: row.is_retryable }),
    }
  }

  function lookupIn(tx: Tx): PaymentLookup {
    return {
      byReferences: (references) => findPayments(sql`p.reference = any(${references}::text[])`),
      byUetrs: async (uetrs) => {
        const rows = await tx
          .selectFrom('bank_file_payment')
          .select(['reference', 'uetr'])
          .where(sql<boolean>`uetr = any(${[...uetrs]}::text[])`)
          .execute()
        const found = await findPayments(
          sql`p.reference = any(${rows.map(({ reference }) => reference)}::text[])`,
        )
        const byReference = new Map(found.map((payment) => [payment.reference, payment]))
        return new Map(
          rows.flatMap(({ reference, uetr }) => {
            const payment = byReference.get(reference)
            return payment ? [[uetr, payment] as const] : []
          }),
        )
      },
      inside: (file) => findPayments(sql`p.message_id <> '' and ${inFile(file)}`),
      isOurFile: async (messageId) => {
        const row = await tx
          .selectFrom('bank_file_out')
          .select('message_id')
          .where('message_id', 'in', [messageId, messageId.toUpperCase()])
          .executeTakeFirst()
        return row !== undefined
      },
    }

    async function findPayments(condition: RawBuilder<unknown>) {
      const { rows } = await sql<PaymentRow>`
        select * from bank_file_payment p where ${condition}`.execute(tx)
      return rows.map((row) => {
        const { currency, minor, scale } = instructionOf(row)
        const { reference, message_id: messageId, batch_id: batchId } = row
        return { reference, messageId, batchId, currency, minor, scale }
      })
    }
  }

  /** An order that was kept before orders had a UETR has it in its row. */
  function instructionOf({ reference, uetr, sealed_instruction }: PaymentRow): PayoutInstruction {
    const kept = open('bank_file_payment.sealed_instruction', reference, sealed_instruction)
    const { minor, ...rest } = kept as Omit<PayoutInstruction, 'minor'> & { minor: string }
    return { ...rest, uetr, minor: BigInt(minor) }
  }

  function seal(column: string, id: string, value: unknown): Buffer {
    return Buffer.from(kek.seal(`${column}:${id}`, Buffer.from(JSON.stringify(value))))
  }

  function open(column: string, id: string, sealed: Uint8Array): unknown {
    return JSON.parse(Buffer.from(kek.open(`${column}:${id}`, sealed)).toString('utf8'))
  }
}

const findRow = (tx: Tx, reference: string): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('bank_file_payment')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
