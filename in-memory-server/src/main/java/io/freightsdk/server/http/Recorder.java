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
    // Masked before the journal's lock is taken, because every call needs that lock.
    String path = Redaction.path(request.rawPath());
    String body = legible(call.bodyIfRead(), MAX_BODY_BYTES);
    String answered = legible(answer.body(), MAX_ANSWER_BYTES);
    journal.record(
        sequence ->
            new RecordedRequest(
                sequence,
                call.requestId(),
                call.receivedAt(),
                request.connectionId(),
                request.method(),
                path,
                call.operation(),
                call.brokerId(),
                call.header("Idempotency-Key"),
                body,
                answer.status(),
                answered,
                fault == null ? null : fault.kind(),
                call.note()));
  }

  private static @Nullable String legible(byte @Nullable [] body, int most) {
    if (body == null || body.length == 0) return null;
    if (body.length > most) return "(" + body.length + " bytes, not kept)";
    return Redaction.body(new String(body, StandardCharsets.UTF_8));
  }
}
