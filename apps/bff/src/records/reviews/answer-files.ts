import type { ErrorDetail, FileInput } from '@corridor/contract'
import { documentMaxBytes, documentMimes } from '@corridor/domain'
import { detail } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { type CheckedFile, checkFile } from '../../outside/files/check-file.ts'
import type { FileStore } from '../../ports/files.ts'
import type { AnswerDocument } from './reviews.ts'

/** Files of an answer that were looked at, and what is wrong with them. */
export type CheckedFiles = { files: CheckedFile[]; issues: ErrorDetail[] }

export async function checkAnswerFiles(
  store: Pick<FileStore, 'open'>,
  partnerId: string,
  files: readonly FileInput[],
): Promise<CheckedFiles> {
  const rules = { maxBytes: documentMaxBytes, mime: documentMimes }
  const checked = await Promise.all(files.map((file) => checkFile(store, partnerId, file, rules)))
  return {
    files: checked.flatMap((item) => (item.ok ? [item.value] : [])),
    issues: checked.flatMap((item, at) =>
      item.ok ? [] : [detail(`documents.${at}`, item.failure.code, item.failure.message)],
    ),
  }
}

/** Keeps them within the transaction; as the answer shows them. */
export async function keepAnswerFiles(
  tx: Tx,
  store: Pick<FileStore, 'put'>,
  partnerId: string,
  files: readonly CheckedFile[],
): Promise<AnswerDocument[]> {
  const hashes = await store.put(tx, partnerId, files)
  return files.map(({ fileName, mime, bytes }, at) => ({
    fileName,
    mime,
    bytes: bytes.byteLength,
    sha256: hashes[at] ?? '',
  }))
}
