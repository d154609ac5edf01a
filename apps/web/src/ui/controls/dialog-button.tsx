import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** What it opens; `close` ends it. */
  dialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog, and holds whether it is open. */
export function DialogButton({ dialog, ...button }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" {...button} onClick={() => setOpen(true)} />
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}
