package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.view.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes calls into the journal. Bodies are recorded as received, unless they are large, so that
 * users find errors in them. The idempotency key is the only recorded header. Keys and tokens in
 * paths are masked.
 */
final class JournalWriter {
  /** Enough for an order with the maximum number of stops, so that it can be sent again. */
  private static final int MAX_BODY_BYTES = 16 << 10;

  private static final int MAX_RESPONSE_BYTES = 4 << 10;

  /** Tokens and keys of the server, and keys in paths of the control, which callers can choose. */
  private static final Pattern SECRET = Pattern.compile("(?i)((?:trk|drv|fak)_|/keys/)[^/]+");

  private final RequestJournal journal;

  JournalWriter(RequestJournal journal) {
    this.journal = journal;
  }

  void record(RequestContext context, Response response) {
    Request request = context.request();
    Fault fault = context.fault();
    String body = text(context.bodyIfRead(), MAX_BODY_BYTES);
    String responseBody = text(response.body(), MAX_RESPONSE_BYTES);
    journal.add(
        sequence ->
            new RecordedRequest(
                sequence,
                context.requestId(),
                context.receivedAt(),
                request.connectionId(),
                request.method(),
                withoutSecrets(request.rawPath()),
                context.operation(),
                context.brokerId(),
                context.header("Idempotency-Key"),
                body,
                response.status(),
                responseBody,
                fault == null ? null : fault.kind(),
                context.note()));
  }

  private static String withoutSecrets(String path) {
    return SECRET.matcher(path).replaceAll("$1***");
  }

  private static @Nullable String text(byte @Nullable [] body, int most) {
    if (body == null || body.length == 0) return null;
    if (body.length > most) return "(" + body.length + " bytes, not kept)";
    return new String(body, StandardCharsets.UTF_8);
  }
}
