package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.view.RecordedRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes calls into the journal, without secrets and without large bodies. */
final class Recorder {
  /** An order with the most stops, so that it can be sent again as it was. */
  private static final int MAX_BODY_BYTES = 16 << 10;

  private static final int MAX_ANSWER_BYTES = 4 << 10;

  private final RequestJournal journal;

  Recorder(RequestJournal journal) {
    this.journal = journal;
  }

  void record(Call call, Response answer) {
    Request request = call.request();
    Fault fault = call.fault();
    // Made before the journal's lock is taken, because every call needs that lock.
    RecordedRequest raw =
        new RecordedRequest(
            0,
            call.requestId(),
            call.receivedAt(),
            request.connectionId(),
            request.method(),
            request.rawPath(),
            call.operation(),
            call.brokerId(),
            call.header("Idempotency-Key"),
            null,
            answer.status(),
            fault == null ? null : fault.kind(),
            call.note());
    byte[] read = call.bodyIfRead();
    byte[] body = read == null ? null : kept(read, MAX_BODY_BYTES);
    byte[] answered = kept(answer.body(), MAX_ANSWER_BYTES);
    journal.record(sequence -> new Recorded(sequence, raw, body, answered));
  }

  /** A call with its secrets, which are masked when it is read. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; a copy per request would be waste.
  private record Recorded(
      long sequence, RecordedRequest raw, byte @Nullable [] body, byte @Nullable [] answered)
      implements RequestJournal.Entry {
    @Override
    public RecordedRequest get() {
      return new RecordedRequest(
          sequence,
          raw.requestId(),
          raw.at(),
          raw.connectionId(),
          raw.method(),
          Redaction.path(raw.path()),
          raw.operation(),
          raw.brokerId(),
          raw.idempotencyKey(),
          legible(body),
          raw.status(),
          raw.fault(),
          raw.note());
    }

    @Override
    public String requestId() {
      return raw.requestId();
    }

    @Override
    public @Nullable String answer() {
      return legible(answered);
    }

    private static @Nullable String legible(byte @Nullable [] body) {
      return body == null ? null : Redaction.body(new String(body, StandardCharsets.UTF_8));
    }
  }

  private static byte @Nullable [] kept(byte[] body, int most) {
    if (body.length == 0) return null;
    if (body.length <= most) return body;
    return ("(" + body.length + " bytes, not kept)").getBytes(StandardCharsets.US_ASCII);
  }
}
