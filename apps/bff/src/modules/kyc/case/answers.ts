import type { Kek } from '../../../db/kek.ts'
import type { FileRow } from './store.ts'

/** Answers by dotted key. They hold tax ids and the like, so they are only ever kept sealed. */
export type Answers = Readonly<Record<string, string>>

const nameOf = ({ partner_id, entity_id }: Pick<FileRow, 'partner_id' | 'entity_id'>) =>
  `kyc_file.sealed_answers:${partner_id}:${entity_id}`

export function openAnswers(kek: Kek, file: FileRow | undefined): Answers {
  if (!file?.sealed_answers) return {}
  const text = Buffer.from(kek.open(nameOf(file), file.sealed_answers)).toString('utf8')
  return JSON.parse(text) as Answers
}

/** Empty answers take earlier ones back. */
export function sealAnswers(
  kek: Kek,
  of: Pick<FileRow, 'partner_id' | 'entity_id'>,
  answers: Answers,
): Buffer {
  const filled = Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== ''))
  return Buffer.from(kek.seal(nameOf(of), Buffer.from(JSON.stringify(filled))))
}
