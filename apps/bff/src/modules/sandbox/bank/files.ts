import { importFile } from '@corridor/banks'
import { fail, ok } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, Refusal } from '../../../api/request/refusal.ts'
import { evidenceOfFile } from '../../../outside/bank/decisions-store.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { takeInThese } from '../../intake/bank-intake.ts'
import { readFeed } from '../../intake/bank-watcher.ts'
import { fileImported } from './files-store.ts'
import { lineBody, touchesOthers, tryFile } from './trial.ts'

type GivenFile = { name: string; text: string }

/** So many payments of a file are taken in before the answer; more are taken in soon after. */
const takenInMax = 1_000

const refused = (message: string) =>
  fail({ code: 'FIELD_INVALID' as const, details: [detail('text', 'FIELD_INVALID', message)] })

/** What a file would do, line by line; nothing is changed. */
export async function trial(deps: Deps, { partnerId }: Caller, file: GivenFile) {
  const { answer, lines, asides } = await tryFile(deps, file)
  if (!answer.ok) return refused(answer.reason)
  const { kind, messageId } = answer.file
  return ok({
    kind,
    messageId,
    isKnown: answer.isKnown,
    lines: lines.map((line) => lineBody(line, partnerId)),
    setAside: asides.map(({ line, reason }) => ({ line, reason })),
  })
}

/**
 * Takes in a file that a test has written in the bank's place. It is about the partner's own money
 * alone: what others pay or are paid, no partner decides.
 */
export async function takeInFile(deps: Deps, caller: Caller, file: GivenFile) {
  if (deps.config.SANDBOX_CLOCK === 'operator')
    throw new Refusal(
      'SCOPE_MISSING',
      'Several partners share this sandbox: its operator takes in files of the bank.',
    )
  const tried = await tryFile(deps, file)
  if (!tried.answer.ok) return refused(tried.answer.reason)
  if (tried.answer.file.kind === 'pain.002')
    return refused('A status report is about payments of all partners: its operator takes it in.')
  if (touchesOthers(tried.lines, caller.partnerId))
    return refused('The file has money of others, who would not know where it comes from.')
  const { books, accounts } = deps.bankFiles
  const read = () => [Buffer.from(file.text)]
  const answer = await importFile({ books, accounts, name: file.name, read })
  if (!answer.ok) return refused(answer.reason)
  const { sha256, kind, messageId } = answer.file
  const { booked, repeated, held, aside } = answer.counts
  const counts = { booked, repeated, held, setAside: aside }
  const evidence = await deps.db.asWorker(async (tx) => {
    await recordAudit(tx, caller, {
      action: fileImported,
      object: { kind: 'bank_file', id: sha256 },
      after: { kind, messageId, ...counts },
    })
    return evidenceOfFile(tx, sha256, takenInMax)
  })
  await takeIn(
    deps,
    evidence.map(({ paymentId }) => paymentId),
  )
  return ok({ kind, messageId, isKnown: answer.isKnown, ...counts })
}

/** Money that is in the books now becomes deposits before the answer. */
export async function takeIn(deps: Deps, paymentIds: readonly string[]): Promise<void> {
  if (await readFeed(deps)) await takeInThese(deps, [...new Set(paymentIds)])
}
