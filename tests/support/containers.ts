import { readFileSync } from 'node:fs'
import type { GenericContainer, StartedTestContainer, Wait } from 'testcontainers'
import { parse } from 'yaml'

/** Why a server is not there: stated in the list of skipped tests. */
export interface None {
  readonly none: string
}

/**
 * A server in a container, of the very image that compose.yaml runs. None where no Docker engine answers or the image cannot be had, and
 * outside of the long lane, since an image is hundreds of megabytes. What goes wrong after that is a failure.
 */
export async function inContainer(
  service: string,
  prepared: (container: GenericContainer, until: typeof Wait) => GenericContainer,
): Promise<StartedTestContainer | None> {
  if (!process.env.LONG_TESTS) return { none: 'containers are started in the long lane' }
  // Most runs start none, and every run loads this file.
  const { GenericContainer, getContainerRuntimeClient, ImageName, Wait } = await import('testcontainers')
  const engine = await getContainerRuntimeClient().catch(() => null)
  if (engine === null) return { none: 'no Docker engine answers' }
  const name = serviceOf(service).image
  const image = ImageName.fromString(name)
  const isThere = (await engine.image.exists(image)) || (await pulled(engine.image.pull(image)))
  return isThere ? prepared(new GenericContainer(name), Wait).start() : { none: `a Docker engine answers, and ${name} cannot be had there` }
}

const pulled = (pull: Promise<void>) =>
  pull.then(
    () => true,
    () => false,
  )

interface Service {
  readonly image: string
  readonly user: string
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly tmpfs: readonly string[]
  readonly read_only: boolean
  readonly init: boolean
}
/** As compose.yaml has it; `deployment.test.ts` holds its shape. */
export function serviceOf(name: string): Service {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as { services: Record<string, Service> }
  return services[name]!
}
