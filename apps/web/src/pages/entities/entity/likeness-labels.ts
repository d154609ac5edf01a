import type { AnswerOf, entities } from '../../../api/call.ts'
import type { Meaning } from '../../../ui/format/status.ts'
import { listText, t } from '../../../messages/text.ts'

export type Likeness = AnswerOf<typeof entities.likenesses>['data']['likenesses'][number]
type Type = Likeness['entity']['type']
type Status = Likeness['status']
export type Decision = 'SAME_PERSON' | 'CONFIRM_DIFFERENT'

const parts: Record<Likeness['same'][number], string> = {
  DOCUMENT: t('number of an identity document'),
  REGISTRATION: t('register and number'),
  NAME: t('name##in common'),
  BIRTH: t('date of birth'),
  COUNTRY: t('country##in common'),
  ADDRESS: t('address##in common'),
  PHONE: t('phone number'),
}

/** What two customers have in common, as a list in a sentence. */
export const partsText = (same: readonly Likeness['same'][number][]): string =>
  listText(same.map((part) => parts[part]))

/** How sure it is that both are one. */
export const strengthText: Record<Likeness['strength'], string> = {
  SURE: t('Surely the same'),
  PROBABLE: t('Probably the same'),
  WEAK: t('Little in common'),
}

/** Somebody has to decide; little in common is only shown. */
export const isUndecided = ({ status, strength }: Pick<Likeness, 'status' | 'strength'>) =>
  status === 'OPEN' && strength !== 'WEAK'

type Pill = { status: Status; label: string; meaning: Meaning }

/** Whether it is decided, as its pill shows it. */
export function likenessPill({ status, strength, entity: { type } }: Likeness): Pill {
  if (status === 'OPEN')
    return {
      status,
      label: t('Undecided'),
      meaning: isUndecided({ status, strength }) ? 'hand' : 'none',
    }
  return { status, label: decisionLabel(decided[status], type), meaning: 'done' }
}

const decided = { SAME: 'SAME_PERSON', DIFFERENT: 'CONFIRM_DIFFERENT' } as const

/** What can be decided: what is not decided already. */
export const decisionsAbout = (status: Status): Decision[] =>
  (['SAME_PERSON', 'CONFIRM_DIFFERENT'] as const).filter(
    (decision) => status === 'OPEN' || decision !== decided[status],
  )

/** The button of a decision. */
export const decisionLabel = (decision: Decision, type: Type): string =>
  type === 'business'
    ? { SAME_PERSON: t('The same business'), CONFIRM_DIFFERENT: t('Different businesses') }[
        decision
      ]
    : { SAME_PERSON: t('The same person'), CONFIRM_DIFFERENT: t('Different people') }[decision]

/** What a decision does, before it is confirmed; another one than before takes that back. */
export function decisionText(decision: Decision, status: Status) {
  if (decision === 'SAME_PERSON')
    return {
      title: t('Treat both as one?'),
      description: t(
        'Both records stay. Limits, sums and pauses count over both from then on: if one is paused, so is the other.',
      ),
    }
  return status === 'SAME'
    ? {
        title: t('Take back that both are one?'),
        description: t(
          'Each has limits and sums of its own again. A pause stays until it is taken back.',
        ),
      }
    : {
        title: t('Treat them as two?'),
        description: t(
          'Each keeps limits of its own. You are asked again when more is found in common.',
        ),
      }
}
