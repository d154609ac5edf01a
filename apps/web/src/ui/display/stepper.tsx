import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../messages/text.ts'

export type Step = {
  name: string
  state: 'done' | 'current' | 'todo'
  /** Content of the step, shown in the vertical form only. */
  children?: ReactNode
}

type Props = { label: string; steps: readonly Step[]; vertical?: boolean }

/** Numbered steps in a list; the current one has `aria-current="step"`. */
export function Stepper({ label, steps, vertical }: Props) {
  return (
    <ol className={clsx('steps', vertical && 'steps-vertical')} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.name}
          className={
            step.state === 'done' ? 'done' : step.state === 'current' ? 'current' : undefined
          }
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="step-number">
            {step.state === 'done' ? (
              <Check className="icon-small" aria-label={t('done')} />
            ) : (
              index + 1
            )}
          </span>
          {vertical ? (
            <div className="grow">
              <span>{step.name}</span>
              {step.children ? (
                <div className="mt-2 font-normal text-text">{step.children}</div>
              ) : null}
            </div>
          ) : (
            <span className="step-name">{step.name}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
