import {
  evaluate,
  type KycGiven,
  type KycJurisdiction,
  type KycLevel,
  type KycProgress,
  type KycState,
  type KycSubject,
  requirementsFor,
  withAnswers,
  kycStates,
} from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { type Answers, openAnswers } from './answers.ts'
import type { KycRecord } from './store.ts'
import { jurisdictionsFor, type KycPlace, subjectOf } from './subject.ts'

export type KycDeps = Pick<Deps, 'kek'> & { jurisdictions: { all: readonly KycPlace[] } }

/** A verification with its answers opened: what is asked of this customer, and what it gave. */
export type KycCase = {
  record: KycRecord
  answers: Answers
  subject: KycSubject
  submitted: KycGiven
  level: KycLevel
  /** Every jurisdiction for customers of this type. */
  jurisdictions: KycPlace[]
}

export function openCase(deps: KycDeps, record: KycRecord): KycCase {
  const answers = openAnswers(deps.kek, record.file)
  const level = record.file?.level === 'ENHANCED' ? 'ENHANCED' : 'STANDARD'
  return caseWith(deps, record, answers, level)
}

/** The case as it would be with these answers and this level. */
export function caseWith(deps: KycDeps, record: KycRecord, answers: Answers, level: KycLevel) {
  const subject = withAnswers(subjectOf(record.entity), answers)
  return {
    record,
    answers,
    subject,
    level,
    submitted: {
      values: subject.known,
      documents: record.documents.map(({ type, status, person, reason_code }) => ({
        type,
        status,
        person,
        reasonCode: reason_code,
      })),
      consents: consentsOf(record).map(({ type }) => type),
    },
    jurisdictions: jurisdictionsFor(deps.jurisdictions, record.entity.type),
  }
}

export type Consent = { type: string; acceptedAt: string; ip: string }

export const consentsOf = ({ file }: KycRecord): Consent[] => (file?.consents ?? []) as Consent[]

/** How far a customer is with what these jurisdictions ask for. */
export const progressFor = (
  { subject, submitted, level }: KycCase,
  jurisdictions: readonly KycJurisdiction[],
): KycProgress => evaluate(requirementsFor(subject, jurisdictions, level), submitted)

export const stateIn = ({ capabilities }: KycRecord, jurisdictionId: string): KycState =>
  capabilities.find((capability) => capability.jurisdiction_id === jurisdictionId)?.status ??
  'NOT_STARTED'

/** How far a customer is in one jurisdiction; once that is settled, nothing is missing. */
export function progressIn(kycCase: KycCase, jurisdiction: KycJurisdiction): KycProgress {
  const progress = progressFor(kycCase, [jurisdiction])
  if (!kycStates[stateIn(kycCase.record, jurisdiction.id)].isSettled) return progress
  return { ...progress, missing: [], issues: [] }
}

/** Keys of what is missing where this customer asked for something; at first, of what all ask for. */
export function missingOf(kycCase: KycCase): string[] {
  const asked = kycCase.jurisdictions.filter(({ id }) =>
    kycCase.record.capabilities.some(({ jurisdiction_id }) => jurisdiction_id === id),
  )
  if (asked.length === 0) return progressFor(kycCase, []).missing
  return [...new Set(asked.flatMap((jurisdiction) => progressIn(kycCase, jurisdiction).missing))]
}
