package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.view.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes calls into the journal, which shows them without secrets and without large bodies. */
final class Recorder {
  /** An order with the most stops, so that it can be sent again as it was. */
  private static final int MAX_BODY_BYTES = 16 << 10;

  private static final int MAX_ANSWER_BYTES = 4 << 10;

  private final RequestJournal journal;

  Recorder(RequestJournal journal) {
    this.journal = journal;
  }

  void record(RequestContext context, Response answer) {
    Request request = context.request();
    Fault fault = context.fault();
    Operation operation = context.operation();
    byte[] body = kept(context.bodyIfRead(), MAX_BODY_BYTES);
    byte[] answered = kept(answer.body(), MAX_ANSWER_BYTES);
    journal.record(
        sequence ->
            new Recorded(
                sequence,
                context.requestId(),
                context.receivedAt(),
                request.connectionId(),
                shared(request.method(), operation == null ? null : operation.method()),
                shared(request.rawPath(), operation == null ? null : operation.path()),
                operation,
                context.brokerId(),
                context.header("Idempotency-Key"),
                body,
                answer.status(),
                answered,
                fault == null ? null : fault.kind(),
                context.note()));
  }

  /** The text of the operation where it is the same, so that it is kept once for all calls. */
  private static String shared(String text, @Nullable String ofOperation) {
    return ofOperation != null && text.equals(ofOperation) ? ofOperation : text;
  }

  /** The same array, because neither a body nor an answer is changed after it was read or made. */
  private static byte @Nullable [] kept(byte @Nullable [] body, int most) {
    if (body == null || body.length == 0) return null;
    if (body.length <= most) return body;
    return ("(" + body.length + " bytes, not kept)").getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * A call as it came, with its secrets, which are masked when it is read. Most are never read, and
   * masking each of them took a tenth of the processor time of a creation.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; a copy per request would be waste.
  private record Recorded(
      long sequence,
      String requestId,
      Instant at,
      String connectionId,
      String method,
      String rawPath,
      @Nullable Operation operation,
      @Nullable String brokerId,
      @Nullable String idempotencyKey,
      byte @Nullable [] body,
      int status,
      byte @Nullable [] answer,
      Fault.@Nullable Kind fault,
      @Nullable String note)
      implements RequestJournal.Entry {
    @Override
    public RecordedRequest get() {
      return new RecordedRequest(
          sequence,
          requestId,
          at,
          connectionId,
          method,
          Redaction.path(rawPath),
          operation,
          brokerId,
          idempotencyKey,
          legible(body),
          status,
          legible(answer),
          fault,
          note);
    }

    private static @Nullable String legible(byte @Nullable [] body) {
      return body == null ? null : Redaction.body(new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
      return get().toString();
    }
  }
}
