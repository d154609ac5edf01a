import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & { onSubmit: () => void }

/** A form that the page checks and sends itself, not the browser. */
export function Form({ onSubmit, ...rest }: Props) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
