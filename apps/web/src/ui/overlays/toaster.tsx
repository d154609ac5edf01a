import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { StatusIcon } from '../display/status-icon.tsx'
import { dismissToast, useToasts } from './toast.ts'
import { t } from '../../messages/text.ts'

/** Place once, in the shell; it is loaded with the first message. */
export function Toaster() {
  const messages = useToasts()
  return (
    <Radix.Provider label={t('Notification')} duration={6000}>
      {messages.map(({ id, title, text, tone = 'none', action, stays }) => (
        <Radix.Root
          key={id}
          className="toast"
          {...(stays ? { duration: Infinity } : {})}
          onOpenChange={(open) => {
            if (!open) dismissToast(id)
          }}
        >
          <span className={`mt-0.5 tone-${tone}`}>
            <StatusIcon meaning={tone} size="l" />
          </span>
          <div className="grow">
            <Radix.Title className="strong">{title}</Radix.Title>
            {text ? <Radix.Description className="muted">{text}</Radix.Description> : null}
          </div>
          {action ? (
            <Radix.Action
              className="button button-small"
              altText={action.label}
              onClick={action.run}
            >
              {action.label}
            </Radix.Action>
          ) : null}
          <Radix.Close className="button button-quiet button-icon" aria-label={t('Dismiss')}>
            <X />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="toasts" />
    </Radix.Provider>
  )
}
