import { codeLabel, serviceText } from '../../../messages/service.ts'
import { nestValues } from '@corridor/domain'
import type { accounts, InputOf } from '../../../api/call.ts'
import type { FieldGroup, Values } from '../../../ui/fields/values.ts'
import { durationText } from '../../../ui/format/duration-text.ts'
import type { AccountType } from '../../../api/queries/accounts.ts'
import { railLabel } from '../../../features/accounts/rail-label.ts'
import { t } from '../../../messages/text.ts'

type Add = InputOf<typeof accounts.addExternal>

/** What is chosen before the fields of the jurisdiction begin. */
export type Choice = {
  entityId: string
  jurisdictionId: string
  ownership: 'SELF' | 'THIRD_PARTY'
  /** `keyOfType` of the chosen way to reach the account. */
  typeKey: string
}

/** One way to reach an account among those of a jurisdiction. */
export function keyOfType({ type, rail }: Pick<AccountType, 'type' | 'rail'>): string {
  return `${type} ${rail}`
}

/** The chosen way; where it is offered no longer, the same kind by another rail, else the first. */
export function chosenType(types: readonly AccountType[], key: string): AccountType | undefined {
  const [kind] = key.split(' ')
  return (
    types.find((item) => keyOfType(item) === key) ??
    types.find(({ type }) => type === kind) ??
    types[0]
  )
}

export function typeLabel({ type, rail }: Pick<AccountType, 'type' | 'rail'>): string {
  return rail ? `${codeLabel(type)}, ${railLabel(rail)}` : codeLabel(type)
}

/** How long it takes and what it costs, as the service hints: `About 2 h. Usually free`. */
export function typeHint({ etaMinutes, feeHint }: AccountType): string {
  const time = durationText(etaMinutes)
  const hints = [time.charAt(0).toUpperCase() + time.slice(1), serviceText(feeHint)]
  return hints.filter(Boolean).join('. ')
}

const titles: Record<string, string> = {
  accountHolder: t('Account holder'),
  account: t('Account'),
  wallet: t('Wallet'),
}

/** The fields under the member of the body that they answer, in the order in which they are asked for. */
export function groupsOf(type: AccountType | undefined): FieldGroup[] {
  const groups = new Map<string, FieldGroup>()
  for (const field of type?.fields ?? []) {
    const [key = ''] = field.key.split('.')
    const group = groups.get(key)
    groups.set(key, {
      key,
      title: titles[key] ?? codeLabel(key),
      fields: [...(group?.fields ?? []), field],
    })
  }
  return [...groups.values()]
}

/** What the form sends: the choice, and the answers as members of the body. */
export function accountBody(
  { entityId, jurisdictionId, ownership }: Choice,
  { type, rail }: Pick<AccountType, 'type' | 'rail'>,
  { nickname, ...answers }: Values,
): Add['body'] {
  return {
    entityId,
    jurisdictionId,
    ownership,
    type,
    ...(rail ? { rail } : {}),
    ...nestValues(answers),
    ...(nickname ? { nickname } : {}),
  }
}
