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
 * Writes calls into the journal: bodies as they came, unless they are large, because a person who
 * looks there looks for what is wrong with them; no header, and no key or token of a path.
 */
final class Recorder {
  /** An order with the most stops, so that it can be sent again as it was. */
  private static final int MAX_BODY_BYTES = 16 << 10;

  private static final int MAX_RESPONSE_BYTES = 4 << 10;

  /** What the server has made, and a key of the test control, which may be the caller's own. */
  private static final Pattern SECRET = Pattern.compile("(?i)((?:trk|drv|fak)_|/keys/)[^/]+");

  private final RequestJournal journal;

  Recorder(RequestJournal journal) {
    this.journal = journal;
  }

  void record(RequestContext context, Response answer) {
    Request request = context.request();
    Fault fault = context.fault();
    String body = text(context.bodyIfRead(), MAX_BODY_BYTES);
    String answered = text(answer.body(), MAX_RESPONSE_BYTES);
    journal.record(
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
                answer.status(),
                answered,
                fault == null ? null : fault.kind(),
                context.note()));
  }

  private static String withoutSecrets(String path) {
    boolean isPlain = path.indexOf('_') < 0 && path.indexOf("/keys/") < 0;
    return isPlain ? path : SECRET.matcher(path).replaceAll("$1***");
  }

  private static @Nullable String text(byte @Nullable [] body, int most) {
    if (body == null || body.length == 0) return null;
    if (body.length > most) return "(" + body.length + " bytes, not kept)";
    return new String(body, StandardCharsets.UTF_8);
  }
}
