import { CopyButton } from './copy-button.tsx'

type Props = { text: string; label: string }

/** An id or address, as far as there is room, and a button that copies all of it. */
export function Copied({ text, label }: Props) {
  return (
    <>
      <span className="mono truncated">{text}</span>
      <CopyButton text={text} label={label} />
    </>
  )
}
