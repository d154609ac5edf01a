import { writeFile } from 'node:fs/promises'
import { formatId, parseId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { findDocumentOfAny, listFiles } from '../../modules/kyc/case/document-store.ts'
import { seenFiles } from '../../outside/files/store.ts'
import { type AuditEntry, recordAudit } from '../../records/audit/audit.ts'
import type { AnswerDocument } from '../../records/reviews/reviews.ts'
import { findQuestionOfAny } from '../../records/reviews/store.ts'
import { byOperator, choice, onSite, Refused, textOption } from '../base/command.ts'
import type { Site } from '../base/site.ts'

const to = textOption('<path>', 'a file that is not there yet')
const page = textOption('<n>', 'a picture of this page instead of the file, as JPEG')
  .regex(/^[1-9]$/, '1 for the first.')
  .optional()

export const documentCommands = {
  'review document': onSite({
    summary: 'write a document of an answer to a file; the opening is put on record',
    options: {
      rfi: textOption('<rfiId>', 'the question that it answers'),
      number: textOption('<n>', 'which of its documents; left out: the first')
        .regex(/^[1-9][0-9]?$/, '1 for the first.')
        .default('1'),
      page,
      to,
    },
    run: (site, { rfi: rfiId, number, page: pageNumber, to: path }) =>
      write(site, path, pageNumber, async (tx) => {
        const id = parseId('rfi', rfiId)
        const question = id && (await findQuestionOfAny(tx, id))
        if (!question) throw new Refused(`No question has the id ${rfiId}.`)
        const file = (question.documents as unknown as AnswerDocument[])[
          Number.parseInt(number, 10) - 1
        ]
        if (!file) throw new Refused('The answer has no such document.')
        const entry = {
          action: 'review_document.open',
          object: { kind: 'review', id: formatId('rev', question.review_id) },
          after: { rfiId, sha256: file.sha256 },
        } as const
        return { partnerId: question.partner_id, file, entry }
      }),
  }),
  'kyc document': onSite({
    summary: 'write a document of a verification to a file; the opening is put on record',
    options: {
      document: textOption('<documentId>', 'the document, as `kyc show` lists it'),
      side: choice(['front', 'back'], 'front or back; left out: the front').default('front'),
      page,
      to,
    },
    run: (site, { document: documentId, side, page: pageNumber, to: path }) =>
      write(site, path, pageNumber, async (tx) => {
        const id = parseId('doc', documentId)
        const document = id && (await findDocumentOfAny(tx, id))
        if (!document) throw new Refused(`No document has the id ${documentId}.`)
        const files = await listFiles(tx, document.partner_id, [document.id])
        const found = files.find((file) => file.side === side)
        if (!found) throw new Refused('The document has no such side.')
        const sha256 = found.sha256.toString('hex')
        const entry = {
          action: 'kyc_document.open',
          object: { kind: 'kyc_document', id: documentId },
          after: { side, sha256 },
        } as const
        const { file_name: fileName, mime } = found
        return { partnerId: document.partner_id, file: { sha256, fileName, mime }, entry }
      }),
  }),
}

type Found = {
  partnerId: string
  file: Pick<AnswerDocument, 'sha256' | 'fileName' | 'mime'>
  entry: AuditEntry
}

async function write(
  site: Site,
  path: string,
  pageNumber: string | undefined,
  find: (tx: Tx) => Promise<Found>,
) {
  const { partnerId, file } = await site.db.asWorker(async (tx) => {
    const found = await find(tx)
    // Before it is read: nothing is opened that is not on record.
    await recordAudit(tx, byOperator(found.partnerId), found.entry)
    return pageNumber === undefined ? found : pictureOf(tx, found, Number(pageNumber))
  })
  const bytes = await site.files.read(partnerId, file.sha256)
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new Refused(`${path} was not written: ${(error as Error).message}`)
  }
  const { fileName, mime, sha256 } = file
  return { written: path, fileName, mime, bytes: bytes.byteLength, sha256 }
}

async function pictureOf(
  tx: Tx,
  { partnerId, file, entry }: Found,
  number: number,
): Promise<Found> {
  const seen = (await seenFiles(tx, partnerId, [file.sha256])).get(file.sha256)
  const picture = seen?.previews.find((item) => item.page === number)
  if (!picture) throw new Refused('There is no picture of this page.')
  return { partnerId, file: { ...file, mime: 'image/jpeg', sha256: picture.sha256 }, entry }
}
