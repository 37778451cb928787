import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Appended, Expected, Kept, Proposed } from './store.ts'

type BatchReq = InstanceType<typeof streams.BatchAppendReq>
type BatchOptions = NonNullable<ReturnType<BatchReq['getOptions']>>
type Identifier = InstanceType<typeof shared.StreamIdentifier>

export const nameOf = (identifier: Identifier | undefined) => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
export function identifierOf(stream: string): Identifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'))
}
const uuidOf = (text: string) => new shared.UUID().setString(text)

export function expectedOf(options: BatchOptions): Expected {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'stream_exists'
  return BigInt(options.getStreamPosition())
}

export function proposedOf(request: BatchReq): Proposed[] {
  return request.getProposedMessagesList().map((message) => ({
    id: message.getId()!.getString(),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    custom: message.getCustomMetadata_asU8(),
  }))
}

/** What the batch path answers: of an error neither words nor a code, only a detail by its type. */
export function answerOf(request: { readonly correlation: string; readonly stream: string; readonly expected: Expected }, done: Appended) {
  const answer = new streams.BatchAppendResp()
    .setCorrelationId(uuidOf(request.correlation))
    .setStreamIdentifier(identifierOf(request.stream))
  if (done.outcome === 'written') {
    const success = new streams.BatchAppendResp.Success()
    success.setCurrentRevision(String(done.revision))
    if (done.position === null) success.setNoPosition(new empty.Empty())
    else success.setPosition(placeOf(done.position))
    return answer.setSuccess(success)
  }
  if (done.outcome === 'deleted') {
    return answer.setError(errorOf(new shared.StreamDeleted().setStreamIdentifier(identifierOf(request.stream)), 'StreamDeleted'))
  }
  if (done.outcome !== 'conflict') {
    return answer.setError(errorOf(new shared.MaximumAppendSizeExceeded().setMaxappendsize(1_048_576), 'MaximumAppendSizeExceeded'))
  }
  const conflict = new shared.WrongExpectedVersion()
  if (done.actual === null) conflict.setCurrentNoStream(new empty.Empty())
  else conflict.setCurrentStreamRevision(String(done.actual))
  if (typeof request.expected === 'bigint') conflict.setExpectedStreamPosition(String(request.expected))
  else conflict.setExpectedNoStream(new empty.Empty())
  return answer.setError(errorOf(conflict, 'WrongExpectedVersion'))
}

/** How one of two equal appends is answered while the other is still being written: without words. */
export const timedOut = (correlation: string, stream: string) =>
  new streams.BatchAppendResp()
    .setCorrelationId(uuidOf(correlation))
    .setStreamIdentifier(identifierOf(stream))
    .setError(errorOf(new shared.Timeout(), 'Timeout'))

/** Of what the server has no word for but a sentence. */
export function refusal(correlation: string, stream: string, sentence: string) {
  const error = errorOf(new shared.BadRequest(), 'BadRequest').setMessage(sentence)
  return new streams.BatchAppendResp().setCorrelationId(uuidOf(correlation)).setStreamIdentifier(identifierOf(stream)).setError(error)
}

/** An error without details, of no stream. */
export const unreadable = (correlation: string) =>
  new streams.BatchAppendResp().setCorrelationId(uuidOf(correlation)).setError(new status.Status())

function errorOf(detail: { serializeBinary(): Uint8Array }, name: string) {
  const packed = new any.Any()
  packed.pack(detail.serializeBinary(), `event_store.client.${name}`)
  return new status.Status().setDetails(packed)
}

const placeOf = (position: bigint) =>
  new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position))

const written = new WeakMap<Kept, Buffer>()

/** An event as it goes over the line, made once: suites read the same ones again and again. */
export function eventBytes(event: Kept): Buffer {
  const found = written.get(event) ?? Buffer.from(eventMessage(event).serializeBinary())
  written.set(event, found)
  return found
}

function eventMessage(event: Kept) {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidOf(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(event.data)
    .setCustomMetadata(event.custom)
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', '638000000000000000')
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position)))
}
export function checkpointMessage(position: bigint) {
  const checkpoint = new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position))
  return new streams.ReadResp().setCheckpoint(checkpoint)
}
