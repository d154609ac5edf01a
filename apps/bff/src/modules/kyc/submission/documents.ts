import type { ErrorDetail, kyc, KycDocument } from '@corridor/contract'
import type { InputOf } from '@corridor/contract'
import {
  documentMaxBytes,
  documentMimes,
  fail,
  formatId,
  identityDocuments,
  isCountry,
  kycLifecycle,
  ok,
  parseId,
  sidesOf,
} from '@corridor/domain'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { QuestionRow } from '../../../db/schema/rows.ts'
import type { AnswerDocument } from '../../../records/reviews/reviews.ts'
import type { LinkTarget } from '../../../ports/files.ts'
import { seenFiles } from '../../../outside/files/store.ts'
import { type CheckedFile, checkFile } from '../../../outside/files/check-file.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { sealNumber } from '../../../records/persons/document-number.ts'
import * as documentStore from '../case/document-store.ts'
import { type KycDeps, missingOf, openCase } from '../case/progress.ts'
import { type DocumentRow, type KycRecord, readRecord } from '../case/store.ts'
import { entityState } from '../case/transitions.ts'
import { illegalTransition } from '../case/failures.ts'
import { settleMissing } from '../case/missing-store.ts'

export type DocumentDeps = KycDeps & Pick<Deps, 'files' | 'ids'>
export type NewDocumentInput = InputOf<typeof kyc.upload>['body']
type Body = z.output<typeof KycDocument>

type CheckedSide = CheckedFile & { side: 'front' | 'back' }
/** A document whose files were looked at, and what is wrong with them. */
export type CheckedDocument = {
  input: NewDocumentInput
  files: CheckedSide[]
  issues: ErrorDetail[]
}

/** Checks the files of a document; `prefix` is its path in the body. */
export async function checkDocument(
  deps: Pick<Deps, 'files'>,
  { partnerId }: Pick<Caller, 'partnerId'>,
  input: NewDocumentInput,
  prefix: string,
): Promise<CheckedDocument> {
  const files: CheckedSide[] = []
  const issues: ErrorDetail[] = []
  const sides = [
    { side: 'front', path: `${prefix}frontFile`, file: input.frontFile },
    { side: 'back', path: `${prefix}backFile`, file: input.backFile },
  ] as const
  for (const { side, path, file } of sides) {
    if (!file && sidesOf(input.type).includes(side))
      issues.push(detail(path, 'FIELD_REQUIRED', 'This document has a back: send it too.'))
    if (!file) continue
    await nextTurn()
    const rules = { maxBytes: documentMaxBytes, mime: documentMimes }
    const checked = await checkFile(deps.files, partnerId, file, rules)
    if (checked.ok) files.push({ side, ...checked.value })
    else {
      const { code, message, allowed } = checked.failure
      issues.push(detail(path, code, message, allowed ? { allowed } : {}))
    }
  }
  return { input, files, issues }
}

const isIdentity = (type: string) => identityDocuments.some((item) => item === type)

/** What is wrong with a document beside its files: country, date, and whose it is. */
export function factIssues(
  { country, expiryDate, person, type }: NewDocumentInput,
  prefix: string,
  persons: number,
  at: Date,
): ErrorDetail[] {
  const invalid = (member: string, message: string) => [
    detail(`${prefix}${member}`, 'FIELD_INVALID', message),
  ]
  const isPast = expiryDate !== undefined && expiryDate < at.toISOString().slice(0, 10)
  const isNobodys = person !== undefined && (person >= persons || !isIdentity(type))
  return [
    ...(isCountry(country) ? [] : invalid('country', 'This is no country code of ISO 3166.')),
    ...(isPast ? invalid('expiryDate', 'This document has expired.') : []),
    ...(isNobodys ? invalid('person', 'No associated person is at this place.') : []),
  ]
}

/** Of a number only its last characters are shown, and of a short one fewer. */
export function maskNumber(number: string): string {
  if (number === '') return ''
  const shown = number.length >= 8 ? 4 : number.length >= 5 ? 2 : 0
  return `••••${shown === 0 ? '' : number.slice(-shown)}`
}

/** Keeps documents with their files; their numbers are sealed. Returns their ids. */
export async function keepDocuments(
  tx: Tx,
  deps: DocumentDeps,
  of: { partnerId: string; entityId: string },
  documents: readonly CheckedDocument[],
): Promise<string[]> {
  const hashes = await deps.files.put(
    tx,
    of.partnerId,
    documents.flatMap(({ files }) => files),
  )
  const kept = documents.map(({ input, files }) => ({ id: deps.ids.uuid(), input, files }))
  await documentStore.insertDocuments(
    tx,
    kept.map(({ id, input }) => documentRow(deps, of, id, input)),
    kept
      .flatMap(({ id, files }) => files.map((file) => ({ ...file, id })))
      .map(({ id, side, fileName }, i) => ({
        partner_id: of.partnerId,
        document_id: id,
        side,
        sha256: Buffer.from(hashes[i] ?? '', 'hex'),
        file_name: fileName,
      })),
  )
  return kept.map(({ id }) => id)
}

function documentRow(
  { kek }: DocumentDeps,
  { partnerId, entityId }: { partnerId: string; entityId: string },
  id: string,
  { type, country, number = '', expiryDate, person }: NewDocumentInput,
): documentStore.NewDocument {
  return {
    partner_id: partnerId,
    id,
    entity_id: entityId,
    type,
    country,
    sealed_number: number === '' ? null : sealNumber(kek, { partnerId, id }, number),
    number_masked: maskNumber(number),
    expiry_date: expiryDate ?? null,
    person: person ?? null,
  }
}

/**
 * Who may open the papers themselves: a partner's own key, and a member who may read personal data.
 * Each opening is put on record for whom the link was made.
 */
function linkFor(
  { files }: Pick<Deps, 'files'>,
  { isConsole, scopes, actor }: Caller,
): (target: LinkTarget, documentId: string, at: Date) => string {
  if (isConsole && !scopes.has('accounts:read_sensitive')) return () => ''
  return (target, documentId, at) =>
    files.linkTo({ ...target, recorded: { readerId: actor.id, documentId } }, at)
}

/** Puts on record that a paper was opened. */
export async function recordOpenedDocument(
  tx: Tx,
  { partnerId, recorded }: LinkTarget,
  requestId: string,
): Promise<void> {
  if (!recorded) return
  const by = {
    partnerId,
    actor: {
      type: recorded.readerId.startsWith('key_') ? 'api_key' : 'partner_user',
      id: recorded.readerId,
    },
    requestId,
  } as const
  const kind = parseId('rfi', recorded.documentId) ? 'review_question' : 'kyc_document'
  await recordAudit(tx, by, {
    action: kind === 'kyc_document' ? 'kyc_document.open' : 'review_document.open',
    object: { kind, id: recorded.documentId },
  })
}

/**
 * The links of papers, those of the pictures of their pages too, for the documents that files belong
 * to; they are good for a quarter of an hour from `at` on.
 */
async function linksOf(
  tx: Tx,
  deps: Pick<Deps, 'files'>,
  caller: Caller,
  files: readonly Pick<AnswerDocument, 'sha256'>[],
  at: Date,
) {
  const { partnerId } = caller
  const link = linkFor(deps, caller)
  const hashes = files.map(({ sha256 }) => sha256)
  const seen = await seenFiles(tx, partnerId, hashes)
  return (file: AnswerDocument, documentId: string) => {
    const { fileName, mime, bytes, sha256 } = file
    const { pages, previews = [] } = seen.get(sha256) ?? {}
    const target = { partnerId, sha256, fileName, mime }
    const pictures = previews.map(({ page, width, height, sha256: hash }) => {
      const name = `${fileName.replace(/\.\w+$/, '')}-${page}.jpg`
      const picture = { partnerId, sha256: hash, fileName: name, mime: 'image/jpeg' }
      return { page, width, height, downloadUrl: link(picture, documentId, at) }
    })
    return {
      fileName,
      mime,
      bytes,
      sha256,
      downloadUrl: link(target, documentId, at),
      ...(pages !== undefined && { pages }),
      previews: pictures.filter(({ downloadUrl }) => downloadUrl !== ''),
    }
  }
}

/** The documents of an answer to a question in a review, with links as those of papers. */
export async function answerDocuments(
  tx: Tx,
  deps: Pick<Deps, 'files'>,
  caller: Caller,
  question: Pick<QuestionRow, 'id' | 'documents'>,
) {
  const files = question.documents as unknown as AnswerDocument[]
  const withLinks = await linksOf(tx, deps, caller, files, await now(tx))
  return files.map((file) => withLinks(file, formatId('rfi', question.id)))
}

/** The API view of documents, with links that are valid for a quarter of an hour. */
export async function documentBodies(
  tx: Tx,
  deps: Pick<Deps, 'files'>,
  caller: Caller,
  rows: readonly DocumentRow[],
  at: Date,
): Promise<Body[]> {
  const [first] = rows
  if (!first) return []
  const rowsOfFiles = await documentStore.listFiles(
    tx,
    first.partner_id,
    rows.map(({ id }) => id),
  )
  const files = rowsOfFiles.map(({ sha256, file_name: fileName, ...file }) => ({
    ...file,
    fileName,
    sha256: sha256.toString('hex'),
  }))
  const withLinks = await linksOf(tx, deps, caller, files, at)
  return rows.map((row) => {
    const own = files.filter(({ document_id }) => document_id === row.id)
    const documentId = formatId('doc', row.id)
    return documentBody(
      row,
      own.map((file) => ({ side: file.side, ...withLinks(file, documentId) })),
    )
  })
}

function documentBody(row: DocumentRow, files: Body['files']): Body {
  const front = files.find(({ side }) => side === 'front')
  return {
    documentId: formatId('doc', row.id),
    type: row.type as Body['type'],
    country: row.country,
    numberMasked: row.number_masked,
    side: files.map(({ side }) => side),
    status: row.status,
    ...(row.reason_code === null ? {} : { reasonCode: row.reason_code }),
    expiryDate: row.expiry_date ?? '',
    uploadedAt: row.uploaded_at.toISOString(),
    sha256: front?.sha256 ?? '',
    downloadUrl: front?.downloadUrl ?? '',
    files,
    ...(row.person === null ? {} : { person: row.person }),
  }
}

export function createDocumentService(deps: DocumentDeps) {
  return { upload, list }

  async function list(tx: Tx, caller: Caller, entityId: string) {
    const record = await recordOf(tx, caller, entityId)
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await documentBodies(tx, deps, caller, record.documents, record.at))
  }

  /** Keeps one document ahead of a submission. */
  async function upload(tx: Tx, caller: Caller, entityId: string, checked: CheckedDocument) {
    const record = await recordOf(tx, caller, entityId, { lock: true })
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const state = entityState(record)
    if (kycLifecycle.isFinal(state)) return fail(illegalTransition(state, 'SUBMITTED'))
    const persons = openCase(deps, record).subject.persons.length
    const issues = [...factIssues(checked.input, '', persons, record.at), ...checked.issues]
    if (issues.length > 0) return fail({ code: codeOf(issues), details: issues })
    const of = { partnerId: caller.partnerId, entityId: record.entity.id }
    const [id = ''] = await keepDocuments(tx, deps, of, [checked])
    await recordAudit(tx, caller, {
      action: 'kyc.upload',
      object: { kind: 'entity', id: entityId },
      after: { documentId: formatId('doc', id), type: checked.input.type },
    })
    const after = await readRecord(tx, of)
    const rows = after?.documents.filter((row) => row.id === id) ?? []
    const [body] = await documentBodies(tx, deps, caller, rows, record.at)
    if (!after || !body) throw new Error('the document is not there')
    await settleMissing(tx, after, missingOf(openCase(deps, after)))
    return ok(body)
  }
}

/** The first issue sets the code of the whole refusal. */
export const codeOf = (issues: readonly ErrorDetail[]): 'FIELD_REQUIRED' | 'FIELD_INVALID' =>
  issues[0]?.code === 'FIELD_REQUIRED' ? 'FIELD_REQUIRED' : 'FIELD_INVALID'

/** The verification of an entity as its written id names it. */
export function recordOf(
  tx: Tx,
  { partnerId }: Pick<Caller, 'partnerId'>,
  entityId: string,
  options: { lock?: boolean } = {},
): Promise<KycRecord | undefined> {
  const id = parseId('ent', entityId)
  return id ? readRecord(tx, { partnerId, entityId: id }, options) : Promise.resolve(undefined)
}
