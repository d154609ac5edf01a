import { clsx } from 'clsx'
import { type LucideIcon, Check, Copy } from 'lucide-react'
import {
  type ComponentProps,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { t } from '../../messages/text.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-filled'
export type ButtonSize = 's' | 'm' | 'l'

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  /** Square, for an icon alone; give it an `aria-label`. */
  square?: boolean | undefined
}

const variants: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: '',
  quiet: 'button-quiet',
  danger: 'button-danger',
  'danger-filled': 'button-danger-filled',
}

/** The class names of a button, for links that look like one. */
export function buttonClass(look: ButtonLook, extra?: string): string {
  return clsx(
    'button',
    variants[look.variant ?? 'secondary'],
    look.size === 's' && 'button-small',
    look.size === 'l' && 'button-large',
    look.wide && 'button-wide',
    look.square && 'button-icon',
    extra,
  )
}

/** An icon of the set, in the size that stands beside a label; an element keeps its own. */
export type ButtonIcon = LucideIcon | ReactElement | null | undefined

export function iconOf(icon: ButtonIcon): ReactNode {
  if (!icon || isValidElement(icon)) return icon
  const Icon = icon
  return <Icon className="icon-medium" />
}

type Props = ButtonLook &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    icon?: ButtonIcon
    /** Work is under way: stays focusable, does nothing more. */
    busy?: boolean | undefined
    /** Says why the button cannot be used. It stays in the tab order, so that the reason can be found. */
    disabledReason?: string | undefined
  }

/** At most one `primary` per view. Disabled with a reason, never merely hidden. */
export function Button(props: Props) {
  const { variant, size, wide, square, icon, busy, disabledReason, className, ...rest } = props
  const blocked = Boolean(disabledReason) || busy
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide, square }, className)}
      title={disabledReason ?? rest.title}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      onClick={blocked ? (event) => event.preventDefault() : rest.onClick}
    >
      {iconOf(icon)}
      {rest.children}
      {disabledReason ? <span className="visually-hidden">. {disabledReason}</span> : null}
    </button>
  )
}

type CopyButtonProps = { text: string; label: string }

/** Copies a text and says so for two seconds, to eyes and screen readers. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <button
        type="button"
        className="copy-button"
        aria-label={label}
        title={copied ? t('Copied') : label}
        onClick={async (event) => {
          event.preventDefault()
          await navigator.clipboard.writeText(text)
          setCopied(true)
        }}
      >
        {copied ? <Check className="icon-medium tone-done" /> : <Copy className="icon-medium" />}
      </button>
      {/* Beside the button: a dialog hides what is behind it, but never a live region nor what holds one. */}
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('Copied') : ''}
      </span>
    </>
  )
}
