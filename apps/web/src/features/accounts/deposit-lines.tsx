import './deposit-lines.css'
import { Copy, Printer } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button, CopyButton } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { t } from '../../messages/text.ts'

/** One thing that a payer has to know; `text` is what is copied. */
export type DepositLine = {
  label: string
  text: string
  /** How it is shown, where that is not the text. */
  shown?: ReactNode
  mono?: boolean
  /** A payment without it does not arrive: it takes the whole width. */
  key?: boolean
}

/** What a payer needs, each line with its own copy button. */
export function DepositLines({ lines }: { lines: readonly DepositLine[] }) {
  const isOdd = lines.filter(({ key }) => !key).length % 2 === 1
  return (
    <dl className="deposit-lines">
      {lines.map(({ label, text, shown, mono, key }, index) => (
        <div
          key={label}
          className={clsx(
            key && 'deposit-reference',
            isOdd && index === lines.length - 1 && 'deposit-alone',
          )}
        >
          <dt>{label}</dt>
          <dd>
            <span className={clsx(mono && 'mono')}>{shown ?? text}</span>
            <CopyButton text={text} label={t('Copy {label}', { label })} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Takes all lines at once, to a message or to paper; the card that it stands in is `print-only`. */
export function CopyOrPrint({ lines, what }: { lines: readonly DepositLine[]; what: string }) {
  const copyAll = async () => {
    await navigator.clipboard.writeText(linesText(lines))
    toast({ tone: 'done', title: t('{what} copied', { what }) })
  }
  return (
    <>
      <Button size="s" icon={Copy} onClick={() => void copyAll()}>
        {t('Copy all')}
      </Button>
      <Button
        size="s"
        square
        aria-label={t('Print')}
        icon={Printer}
        onClick={() => window.print()}
      />
    </>
  )
}

/** All of it as one text, a line each, to be pasted into a message. */
export function linesText(lines: readonly DepositLine[]): string {
  return lines.map(({ label, text }) => `${label}: ${text}`).join('\n')
}
