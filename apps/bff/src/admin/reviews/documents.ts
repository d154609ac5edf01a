import { writeFile } from 'node:fs/promises'
import { formatId, parseId } from '@corridor/domain'
import { recordAudit } from '../../records/audit/audit.ts'
import type { AnswerDocument } from '../../records/reviews/reviews.ts'
import { findQuestionOfAny } from '../../records/reviews/store.ts'
import { byOperator, onSite, Refused, textOption } from '../base/command.ts'

export const documentCommands = {
  'review document': onSite({
    summary: 'write a document of an answer to a file; the opening is put on record',
    options: {
      rfi: textOption('<rfiId>', 'the question that it answers'),
      number: textOption('<n>', 'which of its documents; left out: the first')
        .regex(/^[1-9][0-9]?$/, '1 for the first.')
        .default('1'),
      to: textOption('<path>', 'a file that is not there yet'),
    },
    run: async (site, { rfi: rfiId, number, to: path }) => {
      const { partnerId, file } = await site.db.asWorker(async (tx) => {
        const id = parseId('rfi', rfiId)
        const question = id && (await findQuestionOfAny(tx, id))
        if (!question) throw new Refused(`No question has the id ${rfiId}.`)
        const found = (question.documents as unknown as AnswerDocument[])[
          Number.parseInt(number, 10) - 1
        ]
        if (!found) throw new Refused('The answer has no such document.')
        // Before it is read: nothing is opened that is not on record.
        await recordAudit(tx, byOperator(question.partner_id), {
          action: 'review_document.open',
          object: { kind: 'review', id: formatId('rev', question.review_id) },
          after: { rfiId, sha256: found.sha256 },
        })
        return { partnerId: question.partner_id, file: found }
      })
      const bytes = await site.files.read(partnerId, file.sha256)
      try {
        await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        throw new Refused(`${path} was not written: ${(error as Error).message}`)
      }
      const { fileName, mime, sha256 } = file
      return { written: path, fileName, mime, bytes: bytes.byteLength, sha256 }
    },
  }),
}
