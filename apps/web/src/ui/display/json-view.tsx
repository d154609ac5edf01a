import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../controls/button.tsx'
import { t } from '../../messages/text.ts'

type Props = { value: unknown; label?: string; openDepth?: number }

/** A record as it came, foldable. Children of a closed fold are built only when it is opened. */
export function JsonView({ value, label = t('Record as JSON'), openDepth = 2 }: Props) {
  return (
    <div className="relative">
      <div className="absolute right-0 top-0">
        <CopyButton text={JSON.stringify(value, null, 2)} label={t('Copy JSON')} />
      </div>
      <section className="json" aria-label={label}>
        <Node value={value} depth={openDepth} />
      </section>
    </div>
  )
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const key = name === undefined ? null : <span className="json-key">{name}: </span>
  if (typeof value === 'object' && value !== null) {
    return <Fold keyText={key} value={value} depth={depth} />
  }
  return (
    <span>
      {key}
      <span className={typeof value === 'string' ? 'json-string' : 'json-value'}>
        {JSON.stringify(value)}
      </span>
    </span>
  )
}

function Fold({ keyText, value, depth }: { keyText: ReactNode; value: object; depth: number }) {
  const [open, setOpen] = useState(depth > 0)
  const entries = Object.entries(value as Record<string, unknown>)
  const [head, tail] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) {
    return (
      <span>
        {keyText}
        {head}
        {tail}
      </span>
    )
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight className="icon-small" />
        <span>
          {keyText}
          {head}
          <span className="json-size faint">
            {' '}
            {entries.length} {tail}
          </span>
        </span>
      </summary>
      {open ? (
        <>
          <ul>
            {entries.map(([name, child]) => (
              <li key={name}>
                <Node name={name} value={child} depth={depth - 1} />
              </li>
            ))}
          </ul>
          <span className="pl-4">{tail}</span>
        </>
      ) : null}
    </details>
  )
}
