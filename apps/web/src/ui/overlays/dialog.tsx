import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { t } from '../../messages/text.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title; it describes the dialog to screen readers. */
  description?: ReactNode
  wide?: boolean
  /** Stays until its own buttons end it: no close button, no Escape, no click outside. */
  persistent?: boolean
  footer?: ReactNode
  /** What has the focus first; without it the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

let lastOpener: HTMLElement | undefined

/** What has the focus, or had it before a dialog that just made way for the one that opens now. */
function openerNow(): HTMLElement | undefined {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused !== document.body) lastOpener = focused
  return lastOpener
}

/** A modal layer. Focus goes in and, on close, back to the opener. */
export function Dialog(props: Props) {
  const { open, onOpenChange, title, description, wide, persistent, footer, children } = props
  const { initialFocus } = props
  const opener = useRef<HTMLElement | undefined>(undefined)
  const stay = persistent ? (event: Event) => event.preventDefault() : undefined
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={clsx('dialog', wide && 'dialog-wide')}
          onOpenAutoFocus={(event) => {
            opener.current = openerNow()
            if (!initialFocus) return
            event.preventDefault()
            initialFocus.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What the dialog's own action has put the focus on keeps it.
            if (document.activeElement === document.body) {
              opener.current?.focus({ preventScroll: true })
            }
            lastOpener = undefined
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(stay
            ? { onEscapeKeyDown: stay, onPointerDownOutside: stay, onInteractOutside: stay }
            : {})}
        >
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            {persistent ? null : (
              <Radix.Close asChild>
                <Button variant="quiet" square aria-label={t('Close')} icon={<X />} />
              </Radix.Close>
            )}
          </div>
          <div className="dialog-body">
            {description ? (
              <Radix.Description className={children ? 'muted mb-4' : 'muted'}>
                {description}
              </Radix.Description>
            ) : null}
            {children}
          </div>
          {footer ? <div className="dialog-foot">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DrawerProps = Pick<Props, 'open' | 'onOpenChange' | 'title' | 'children'>

/** A sheet from the bottom edge, for small screens. */
export function Drawer(props: DrawerProps) {
  return <Layer {...props} className="drawer" />
}

/** A modal layer without a head; its title is for screen readers. Focus goes back to the opener. */
export function Layer(props: DrawerProps & { className: string }) {
  const { open, onOpenChange, title, className, children } = props
  const opener = useRef<HTMLElement | undefined>(undefined)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={className}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = openerNow()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) {
              opener.current?.focus({ preventScroll: true })
            }
            lastOpener = undefined
          }}
        >
          <Radix.Title className="visually-hidden">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
