import { Fragment, type ReactNode } from 'react'

/** As `t`, where elements stand within a sentence: `rich('Sent by {name}', { name: <Actor … /> })`. */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .replace(/##.*$/, '')
    .split(/(\{\w+\})/)
    .map((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return <Fragment key={index}>{name === undefined ? part : values[name]}</Fragment>
    })
}
