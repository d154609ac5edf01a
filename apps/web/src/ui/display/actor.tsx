import { codeLabel } from '../../messages/service.ts'
import { shortId } from './values.tsx'
import { t } from '../../messages/text.ts'

const kinds: Record<string, string> = {
  api_key: t('API key'),
  partner_user: t('Member'),
  service: t('The service'),
  scheduler: t('The service'),
  provider: t('Provider'),
  operator: t('Corridor staff'),
}

/** What acted: a person, a key, or the service. */
export const actorKind = (type: string): string => kinds[type] ?? codeLabel(type)

/** Who did it, by name; by id only where nobody has that name any more. */
export function actorText(type: string, id: string, name: string): string {
  const kind = actorKind(type)
  if (name !== '') return type === 'api_key' ? `${name} (${kind})` : name
  return type === 'service' || type === 'scheduler' || id === '' ? kind : `${kind} ${shortId(id)}`
}

export function Actor({ type, id, name }: { type: string; id: string; name: string }) {
  return <span title={id || undefined}>{actorText(type, id, name)}</span>
}
