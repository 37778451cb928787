import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Metadata, Server, ServerCredentials, type ServiceError, status } from '@grpc/grpc-js'

/** As a real server answers who names the wrong password, and who names nobody where somebody must be named. */
const REFUSALS = {
  'wrong password': { code: status.UNAUTHENTICATED, exception: null },
  'no credentials': { code: status.PERMISSION_DENIED, exception: 'access-denied' },
} as const
export type Refusal = keyof typeof REFUSALS

export async function refusingEventStore(refusal: Refusal): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { code, exception } = REFUSALS[refusal]
  const metadata = new Metadata()
  if (exception) metadata.set('exception', exception)
  const error: ServiceError = Object.assign(new Error(refusal), { code, details: refusal, metadata })
  const server = new Server()
  const { read } = streamsGrpc.StreamsService
  server.addService({ read }, { read: (call: { emit(event: 'error', error: ServiceError): void }) => call.emit('error', error) })
  const port = await new Promise<number>((bound, failed) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (failure, at) => (failure ? failed(failure) : bound(at))),
  )
  return { port, close: async () => server.forceShutdown() }
}
