import type { ComponentProps } from 'react'
import { useSession } from '../../api/session.ts'
import { t } from '../../messages/text.ts'

/** The round button with the person's initials. */
export function AccountButton(props: ComponentProps<'button'>) {
  const session = useSession()
  return (
    <button
      type="button"
      className="avatar"
      aria-label={t('Account menu')}
      data-initials={initialsOf(session?.member.name ?? '')}
      {...props}
    />
  )
}

function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter(Boolean)
  const first = names.at(0)?.at(0) ?? ''
  const last = names.length > 1 ? (names.at(-1)?.at(0) ?? '') : ''
  return (first + last).toUpperCase()
}
