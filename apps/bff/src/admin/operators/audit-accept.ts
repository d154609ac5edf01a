import { v7 as uuidV7 } from 'uuid'
import { allowMinutes } from '../../db/isolation.ts'
import type { Tx } from '../../db/open.ts'
import { type Acceptance, addAcceptance, isSameGap } from '../../records/audit/accepted.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { coolOffHours, operatorActor, type OperatorPerson } from '../../records/audit/operators.ts'
import { auditFiles } from '../../records/audit/witness-files.ts'
import { type AuditBook, examineAudit, gapText } from '../../records/ledger/verify-audit.ts'
import { now } from '../../db/open.ts'
import { flag, Misuse, needed, onSite, reason, Refused, textOption } from '../base/command.ts'
import type { Site } from '../base/site.ts'
import { operatorOn } from './people.ts'

/** What two people accept as lost. */
export const auditAcceptCommands = {
  'audit accept': onSite({
    summary:
      'accept the audit entries that the restore of a backup lost: one person proposes it, another one confirms it, each with their own OPERATOR_TOKEN',
    options: {
      propose: flag('with --reason: names what is gone'),
      confirm: textOption('<id>', 'a proposal of somebody else').optional(),
      list: flag('what was accepted, and what waits for a second person'),
      reason: reason('which backup was restored and why').optional(),
    },
    run: async (site, options) => {
      const book = await site.auditBook()
      if (options.list) return { acceptances: book.acceptances.map(acceptanceBody) }
      const { confirm: id } = options
      if (id === undefined && !options.propose)
        throw new Misuse('Say --propose, --confirm or --list.')
      const accepted = await site.db.asWorker(async (tx) => {
        await allowMinutes(tx, 10)
        const by = await operatorOn(site, tx)
        return id === undefined
          ? propose(site, { tx, by, book }, needed('reason', options.reason))
          : confirm(site, { tx, by, book }, id)
      })
      site.published()
      return acceptanceBody(accepted)
    },
  }),
}

type Asked = { tx: Tx; by: OperatorPerson; book: AuditBook }

async function propose(site: Site, { tx, by, book }: Asked, why: string): Promise<Acceptance> {
  const { chains } = await examineAudit(tx, book)
  const problems = chains.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0)
    throw new Refused(`This is more than a restore explains:\n${problems.join('\n')}`)
  const gaps = chains.flatMap((chain) => chain.gaps)
  if (gaps.length === 0) throw new Refused('Nothing is missing.')
  const proposedAt = (await now(tx)).toISOString()
  const acceptance = { id: uuidV7(), proposedAt, proposedBy: by.name, reason: why, gaps }
  await record(tx, by, 'audit.accept_propose', acceptance)
  const { id } = acceptance
  const line = { kind: 'proposed', id, at: proposedAt, by: by.name, reason: why, gaps } as const
  await addAcceptance(auditFiles(site.config.DATA_DIR), book.keys, line)
  return acceptance
}

async function confirm(site: Site, { tx, by, book }: Asked, id: string): Promise<Acceptance> {
  const proposed = book.acceptances.find(
    (acceptance) => acceptance.id === id && !acceptance.confirmed,
  )
  if (!proposed) throw new Refused('There is no such proposal that waits.')
  if (proposed.proposedBy === by.name)
    throw new Refused('Somebody else than the proposer has to confirm it.')
  const moment = await now(tx)
  if (by.confirms_from > moment)
    throw new Refused(`Whoever was added later confirms from ${coolOffHours} hours on.`)
  const missing = (await examineAudit(tx, book)).chains.flatMap(({ gaps }) => gaps)
  if (!proposed.gaps.every((gap) => missing.some((item) => isSameGap(gap, item))))
    throw new Refused('What is missing is not what was proposed: propose it anew.')
  const at = moment.toISOString()
  await record(tx, by, 'audit.accept_confirm', proposed)
  const line = { kind: 'confirmed', id, at, by: by.name } as const
  await addAcceptance(auditFiles(site.config.DATA_DIR), book.keys, line)
  return { ...proposed, confirmed: { at, by: by.name } }
}

const record = (tx: Tx, by: OperatorPerson, action: string, acceptance: Acceptance) =>
  recordAudit(
    tx,
    { partnerId: operatorPartnerId, actor: operatorActor(by), requestId: '' },
    {
      action,
      object: { kind: 'audit_acceptance', id: acceptance.id },
      after: { gaps: acceptance.gaps.map(gapText) },
      reason: acceptance.reason,
    },
  )

/** What was accepted, as commands print it. */
export const acceptanceBody = ({
  id,
  proposedAt,
  proposedBy,
  reason: why,
  gaps,
  confirmed,
}: Acceptance) => ({
  id,
  missing: gaps.map(gapText),
  reason: why,
  proposedBy,
  proposedAt,
  confirmedBy: confirmed?.by ?? '',
  confirmedAt: confirmed?.at ?? null,
})
