import { type ComponentType, type FunctionComponent, lazy, Suspense } from 'react'

type PropsOf<C> = C extends (props: infer P extends object) => unknown ? P : object

/** A component of a file that is loaded when it is first shown: `lazyPart(() => import('./x.tsx'), 'X')`. */
export function lazyPart<M, Name extends keyof M>(load: () => Promise<M>, name: Name) {
  type Props = PropsOf<M[Name]>
  return lazy(async () => ({ default: (await load())[name] as FunctionComponent<Props> }))
}

/** The same where nothing waits for the file: its place is empty until it is there. */
export function part<M, Name extends keyof M>(load: () => Promise<M>, name: Name) {
  const Part: ComponentType<PropsOf<M[Name]>> = lazyPart(load, name)
  return function LatePart(props: PropsOf<M[Name]>) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
