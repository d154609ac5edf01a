import type { KindName } from '../base/kinds.ts'

/** A published event, as far as notices are made of it. */
export type NoticeEvent = {
  id: string
  category: string
  type: string
  status: string
  object: Record<string, unknown>
  changes: Record<string, unknown> | null
  subject_kind: string
  subject_id: string
  created_at: Date
}

/** Whom a notice is for: everybody with its scope, or those that rules name by these words. */
export type Audience = { selectors?: readonly string[]; exceptSelector?: string }

export type Notice = Audience & {
  cause: string
  kind: KindName
  subject: { kind: string; id: string }
  /** What its sentence is made of; nothing personal. */
  facts: Record<string, unknown>
  at: Date
}

/** `maker`: the word of the member who asked; empty where it is a key of nobody. */
export type ApprovalPeople = { approvalId: string; maker: string; deciders: string[] }

/** Who asked, and who may decide; looked up, because events do not name them. */
export type People = {
  /** Of the newest request for approval about a record. */
  approval: (subjectId: string) => ApprovalPeople | undefined
  /** Who asked a question about a request, by its id. */
  asker: (questionId: string) => string | undefined
  /** Who asked for an export. */
  export: (exportId: string) => string | undefined
}

type Made = Pick<Notice, 'kind' | 'facts'> & Audience & Partial<Pick<Notice, 'subject'>>

/** Which of the publisher's events cause notices, for the pre-selection in the database: category and status. */
export const noticeStatuses: Record<string, readonly string[]> = {
  transfer: ['error', 'refund_failed', 'undeliverable', 'in_review', 'information_required'],
  payin_deposit: ['held', 'in_review', 'refund_failed'],
  kyc: ['approved', 'rejected', 'information_required', 'incomplete', 'expired'],
  approval: ['requested', 'approved', 'rejected', 'expired'],
  webhook: ['disabled', 'deleted'],
  reserve: ['accepted', 'exhausted'],
  liquidity_transaction: ['overdue', 'failed'],
  limits: ['threshold_80', 'threshold_95', 'exceeded'],
  api_key: ['issued', 'changed', 'rotated', 'revoked'],
  member: ['invited', 'role_changed', 'recovered', 'removed', 'passkey_removed'],
  export: ['ready', 'failed'],
}

/** Security notices that the team's own mails send already, to everybody whom they concern. */
const mailedByTeam = new Set([
  'member.invited',
  'member.recovered',
  'member.removed',
  'member.passkey_removed',
])

/** Whether a mail of its own is sent about a notice. */
export const isMailed = ({ facts }: Pick<Notice, 'facts'>): boolean =>
  !mailedByTeam.has(typeof facts['what'] === 'string' ? facts['what'] : '')

const makers: Record<string, (event: NoticeEvent, people: People) => Made | undefined> = {
  transfer: ofTransfer,
  payin_deposit: ofDeposit,
  kyc: ofKyc,
  approval: ofApproval,
  webhook: ofWebhook,
  reserve: ({ type, status, object }) =>
    type === 'transitioned'
      ? {
          kind: 'liquidity',
          facts: { what: status, ...amountOf(object['amount'], object['asset']) },
        }
      : undefined,
  liquidity_transaction: ({ type, status }) =>
    type === 'transitioned' ? { kind: 'liquidity', facts: { what: status } } : undefined,
  limits: ({ status }) => ({ kind: 'limits', facts: { what: status } }),
  api_key: ofSecurity,
  member: ofSecurity,
  export: ofExport,
}

/** The notice that an event causes, if any. */
export function noticeOf(event: NoticeEvent, people: People): Notice | undefined {
  if (!noticeStatuses[event.category]?.includes(event.status)) return undefined
  const made = makers[event.category]?.(event, people)
  if (!made) return undefined
  const subject = { kind: event.subject_kind, id: event.subject_id }
  return { subject, ...made, cause: event.id, at: event.created_at }
}

function ofWebhook({ type, status, object, subject_id }: NoticeEvent): Made | undefined {
  const url = object['webhookUrl']
  const endpoint = typeof url === 'string' ? { endpoint: hostOf(url) } : {}
  if (type === 'deleted') return { kind: 'webhook', facts: { what: status, ...endpoint } }
  if (type !== 'transitioned' || status !== 'disabled') return undefined
  const isPrimary = subject_id === 'webhook'
  return { kind: 'webhook', facts: { status: object['status'], ...(isPrimary ? {} : endpoint) } }
}

/** How sentences name an endpoint: its address may hold a token in its path. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

function ofTransfer({ type, status, object, changes }: NoticeEvent): Made | undefined {
  const facts = {
    what: status,
    reference: object['transactionId'],
    ...(object['amountOut'] as object),
  }
  const isQuestion = changes?.['rfiId'] !== undefined
  // One change is published twice: that it came to pass, and that somebody is needed.
  if (status === 'error') return type === 'transitioned' ? made('transfer_failed') : undefined
  if (isQuestion)
    return {
      kind: 'question',
      facts: { ...facts, what: type === 'updated' ? 'answered' : 'asked' },
    }
  if (type !== 'action_required') return undefined
  if (status === 'in_review') return made('transfer_review')
  return status === 'information_required' ? undefined : made('transfer_failed')

  function made(kind: KindName): Made {
    return { kind, facts }
  }
}

function ofDeposit({ type, status, object, changes }: NoticeEvent): Made | undefined {
  if (type !== 'action_required') return undefined
  const facts = {
    what: status,
    reason: object['heldReason'],
    ...amountOf(object['amount'], object['currency']),
  }
  if (changes?.['rfiId'] !== undefined)
    return { kind: 'question', facts: { ...facts, what: status === 'held' ? 'answered' : 'asked' } }
  if (status === 'refund_failed') return { kind: 'transfer_failed', facts }
  return { kind: 'deposit_held', facts }
}

function ofKyc({ type, status, object }: NoticeEvent): Made | undefined {
  const isDecided = status === 'approved' || status === 'rejected' || status === 'expired'
  if (type !== (isDecided ? 'transitioned' : 'action_required')) return undefined
  // Steps that lead on are listed with the places they are of; only what lasts has one place.
  if (isDecided && object['jurisdictionIds'] !== undefined) return undefined
  return { kind: 'kyc', facts: { what: status } }
}

/** Keys are nobody's: those who look after them are notified of what a colleague asks. */
const forKeys = ['role:owner', 'role:admin', 'role:developer']

function ofApproval({ status, object, changes }: NoticeEvent, people: People): Made | undefined {
  const about = object['subject'] as { id?: string } | undefined
  const approvalId = object['approvalId']
  const request = people.approval(typeof approvalId === 'string' ? approvalId : (about?.id ?? ''))
  if (!request) return undefined
  const facts = { what: status, operation: object['operation'] ?? 'transfers.execute' }
  const subject = { kind: 'approval', id: request.approvalId }
  const questionId = changes?.['questionId']
  if (typeof questionId === 'string') {
    const asker = people.asker(questionId)
    const what = changes?.['question']
    const isAsked = what === 'asked'
    const maker = request.maker === '' ? forKeys : [request.maker]
    return {
      kind: isAsked ? 'approval_decided' : 'approval_asked',
      facts: { ...facts, what },
      subject,
      selectors: isAsked ? maker : asker === undefined ? [] : [asker],
      ...(isAsked && asker !== undefined ? { exceptSelector: asker } : {}),
    }
  }
  if (status === 'requested')
    return {
      kind: 'approval_asked',
      facts,
      subject,
      selectors: request.deciders,
      exceptSelector: request.maker,
    }
  return { kind: 'approval_decided', facts, subject, selectors: [request.maker] }
}

/** Owners and admins, who can end what should not be, and the member whom it concerns. */
function ofSecurity({ category, status, object }: NoticeEvent): Made {
  const member = object['memberId']
  const concerned = typeof member === 'string' ? [`member:${member}`] : []
  return {
    kind: 'security',
    facts: { what: `${category}.${status}`, role: object['roleName'] ?? object['role'] },
    selectors: ['role:owner', 'role:admin', ...concerned],
  }
}

function ofExport(
  { status, subject_id: id, object }: NoticeEvent,
  people: People,
): Made | undefined {
  const maker = people.export(id)
  if (maker === undefined) return undefined
  return { kind: 'export', facts: { what: status, rows: object['rows'] }, selectors: [maker] }
}

const amountOf = (amount: unknown, currency: unknown) => ({ amount, currency })
