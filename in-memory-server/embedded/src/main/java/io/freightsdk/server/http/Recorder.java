package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.view.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
    Request request = call.request();
    Fault fault = call.fault();
    String resendOf = resends.check(call, answer);
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
            resendOf,
            call.note());
    byte[] read = call.bodyIfRead();
    byte[] body = read == null ? null : kept(read.length, () -> read);
    byte[] answered = kept(answer.length(), answer::body);
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
          raw.resendOf(),
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

  private static byte @Nullable [] kept(int length, Supplier<byte[]> body) {
    if (length == 0) return null;
    if (length <= MAX_BODY_BYTES) return body.get();
    return ("(" + length + " bytes, not kept)").getBytes(StandardCharsets.US_ASCII);
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
