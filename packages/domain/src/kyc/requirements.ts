import type { Field, KycDocumentSpec } from '@corridor/contract'
import { applicableFields } from '../fields/index.ts'
import { documentsFor } from './documents.ts'
import { commonGroups, type FieldGroup } from './fields.ts'
import { countryFields } from './jurisdiction-fields.ts'
import type { KycJurisdiction, KycLevel, KycSubject } from './subject.ts'

/** Changes with the meaning of the data below, so that a partner's own form notices. */
export const kycSchemaVersion = '2026-11'

export const kycConsents = ['TERMS_OF_SERVICE', 'PRIVACY_POLICY'] as const

export type KycRequirementSet = {
  groups: FieldGroup[]
  documents: KycDocumentSpec[]
  consents: readonly string[]
}

/**
 * What verification asks of a customer for some jurisdictions. With more than one, fields that are
 * optional in a country are left out: customers need not fill in tax ids for every country.
 */
export function requirementsFor(
  subject: KycSubject,
  jurisdictions: readonly KycJurisdiction[],
  level: KycLevel,
): KycRequirementSet {
  const isEnhanced = level === 'ENHANCED'
  const ofCountries = jurisdictions.flatMap(({ countryCode, name }) =>
    countryGroup(subject, countryCode, name, jurisdictions.length > 1),
  )
  return {
    groups: [...commonGroups(subject, isEnhanced), ...ofCountries],
    documents: documentsFor(subject, isEnhanced),
    consents: kycConsents,
  }
}

function countryGroup(
  subject: KycSubject,
  countryCode: string | undefined,
  title: string,
  isOneOfMany: boolean,
): FieldGroup[] {
  if (countryCode === undefined) return []
  const all = countryFields(countryCode, subject)
  const fields = isOneOfMany ? all.filter(({ required }) => required) : all
  return fields.length > 0 ? [{ key: `country:${countryCode}`, title, fields }] : []
}

export const fieldsOf = ({ groups }: Pick<KycRequirementSet, 'groups'>): Field[] =>
  groups.flatMap(({ fields }) => fields)

/** The set without the fields that these values make pointless; groups that end up empty go too. */
export function applicableSet(set: KycRequirementSet, values: Readonly<Record<string, string>>) {
  const groups = set.groups
    .map((group) => ({ ...group, fields: applicableFields(group.fields, values) }))
    .filter(({ fields }) => fields.length > 0)
  return { ...set, groups }
}
