import { writeFile } from 'node:fs/promises'
import { formatId, parseId } from '@corridor/domain'
import { recordAudit } from '../../records/audit/audit.ts'
import type { AnswerDocument } from '../../records/reviews/reviews.ts'
import { findQuestionOfAny } from '../../records/reviews/store.ts'
import { type Command, Misuse, Refused, required } from '../base/command.ts'

const document: Command = {
  summary: 'write a document of an answer to a file; the opening is put on record',
  options: [
    { name: 'rfi', value: '<rfiId>', required: true, meaning: 'the question that it answers' },
    { name: 'number', value: '<n>', meaning: 'which of its documents; left out: the first' },
    { name: 'to', value: '<path>', required: true, meaning: 'a file that is not there yet' },
  ],
  onSite: async (site, options) => {
    const [text, path] = [required(options, 'rfi'), required(options, 'to')]
    const number = options['number'] ?? '1'
    if (!/^[1-9][0-9]?$/.test(number)) throw new Misuse('--number: 1 for the first.')
    const { partnerId, file } = await site.db.asWorker(async (tx) => {
      const id = parseId('rfi', text)
      const question = id && (await findQuestionOfAny(tx, id))
      if (!question) throw new Refused(`No question has the id ${text}.`)
      const found = (question.documents as unknown as AnswerDocument[])[
        Number.parseInt(number, 10) - 1
      ]
      if (!found) throw new Refused('The answer has no such document.')
      // Before it is read: nothing is opened that is not on record.
      await recordAudit(
        tx,
        {
          partnerId: question.partner_id,
          actor: { type: 'service', id: 'operator' },
          requestId: '',
        },
        {
          action: 'review_document.open',
          object: { kind: 'review', id: formatId('rev', question.review_id) },
          after: { rfiId: text, sha256: found.sha256 },
        },
      )
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
}

export const documentCommands = { 'review document': document }
