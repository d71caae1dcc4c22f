package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.view.RecordedRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes calls into the journal, without secrets and without large bodies. */
final class Recorder {
  private static final int MAX_BODY_BYTES = 4096;

  private final RequestJournal journal;
  private final Resends resends = new Resends();

  Recorder(RequestJournal journal) {
    this.journal = journal;
  }

  void record(Call call, Answer answer) {
    String resendOf = resends.check(call, answer);
    Fault fault = call.fault();
    journal.record(
        sequence ->
            new RecordedRequest(
                sequence,
                call.requestId(),
                call.receivedAt(),
                call.connectionId(),
                call.method(),
                Redaction.path(call.rawPath()),
                call.operation(),
                call.brokerId(),
                call.header("Idempotency-Key"),
                body(call),
                answer.status(),
                fault == null ? null : fault.kind(),
                resendOf,
                call.note()));
  }

  private static @Nullable String body(Call call) {
    byte[] body = call.bodyIfRead();
    if (body == null || body.length == 0) return null;
    if (body.length > MAX_BODY_BYTES) return "(" + body.length + " bytes, not kept)";
    return Redaction.body(new String(body, StandardCharsets.UTF_8));
  }
}
