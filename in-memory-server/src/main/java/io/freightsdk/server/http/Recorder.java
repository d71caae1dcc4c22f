package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.view.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes calls into the journal, without secrets and without large bodies. */
final class Recorder {
  private static final int MAX_BODY_BYTES = 4096;

  private final RequestJournal journal;
  private final Resends resends = new Resends();

  Recorder(RequestJournal journal) {
    this.journal = journal;
  }

  void record(Call call, Response answer) {
    String resendOf = resends.check(call, answer);
    Fault fault = call.fault();
    // Created before the journal's lock is taken, because every call needs that lock.
    String path = Redaction.path(call.request().rawPath());
    String body = body(call);
    journal.record(
        sequence ->
            new RecordedRequest(
                sequence,
                call.requestId(),
                call.receivedAt(),
                call.request().connectionId(),
                call.request().method(),
                path,
                call.operation(),
                call.brokerId(),
                call.header("Idempotency-Key"),
                body,
                answer.status(),
                fault == null ? null : fault.kind(),
                resendOf,
                call.note()));
    int length = answer.length();
    if (length > MAX_BODY_BYTES) {
      journal.recordAnswer(call.requestId(), () -> notKept(length));
    } else if (length > 0) {
      byte[] answered = answer.body();
      journal.recordAnswer(call.requestId(), () -> legible(answered));
    }
  }

  /** A body without secrets, as the journal may keep it. */
  private static String legible(byte[] body) {
    if (body.length > MAX_BODY_BYTES) return notKept(body.length);
    return Redaction.body(new String(body, StandardCharsets.UTF_8));
  }

  private static String notKept(int length) {
    return "(" + length + " bytes, not kept)";
  }

  private static @Nullable String body(Call call) {
    byte[] body = call.bodyIfRead();
    if (body == null || body.length == 0) return null;
    return legible(body);
  }

  /**
   * Recognises requests with the same bytes as an earlier one that got no complete or no final
   * answer: some HTTP clients send such requests again by themselves (java.net.http a GET,
   * HttpURLConnection a POST).
   */
  static final class Resends {
    private static final int MAX_REMEMBERED = 256;

    /** Guarded by itself: fingerprints of calls left without a final answer, oldest evicted. */
    private final Map<List<Object>, String> unanswered = new LinkedHashMap<>();

    /** Whether there was one: until then calls need not wait for each other. */
    private volatile boolean anyUnanswered;

    /**
     * The id of the call that this one repeats, or null; remembers this call if it may be repeated.
     */
    @Nullable String check(Call call, Response answer) {
      boolean invitesResend =
          answer.delivery() != Response.Delivery.WHOLE || isNotFinal(answer.status());
      if (!anyUnanswered && !invitesResend) return null;
      synchronized (unanswered) {
        anyUnanswered = true;
        List<Object> fingerprint = call.fingerprint();
        String earlier = unanswered.get(fingerprint);
        if (invitesResend) unanswered.put(fingerprint, call.requestId());
        if (unanswered.size() > MAX_REMEMBERED) {
          unanswered.remove(unanswered.keySet().iterator().next());
        }
        return earlier;
      }
    }

    private static boolean isNotFinal(int status) {
      return status == 408 || status == 429 || status == 503;
    }
  }
}
