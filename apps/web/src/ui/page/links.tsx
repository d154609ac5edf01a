import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonIcon, type ButtonLook, buttonClass, iconOf } from '../controls/button.tsx'
import { preloadHandlers } from '../../routing/preload.ts'
import { t } from '../../messages/text.ts'

type Props = Omit<LinkProps, 'to'> & { to: string }

/** Every link inside the dashboard: preloads its page when it is about to be followed. */
export function PageLink({ to, ...rest }: Props) {
  return <Link to={to} {...preloadHandlers(to)} {...rest} />
}

export function TextLink({ className, ...rest }: Props) {
  return <PageLink {...rest} className={clsx('link', className)} />
}

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export function LinkButton(props: Props & ButtonLook & { icon?: ButtonIcon }) {
  const { variant, size, wide, square, icon, className, children, ...rest } = props
  return (
    <PageLink {...rest} className={buttonClass({ variant, size, wide, square }, className)}>
      {iconOf(icon)}
      {children}
    </PageLink>
  )
}

export type Crumb = { label: ReactNode; to?: string }

/** Where the page lies; the last entry is the page itself. */
export function Breadcrumb({ items, end }: { items: readonly Crumb[]; end?: ReactNode }) {
  return (
    <nav className="breadcrumb" aria-label={t('Breadcrumb')}>
      {items.map(({ label, to }, index) => (
        <Fragment key={index}>
          {index > 0 ? <ChevronRight className="icon-small" /> : null}
          {to ? <PageLink to={to}>{label}</PageLink> : <span className="truncated">{label}</span>}
        </Fragment>
      ))}
      {end ? <span className="faint ml-auto">{end}</span> : null}
    </nav>
  )
}
