package io.freightsdk.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notices requests that are the same to the byte as one that got no complete or no final answer:
 * HTTP stacks send such requests again by themselves (java.net.http a GET, HttpURLConnection a
 * POST).
 */
final class Resends {
  private static final int MAX_REMEMBERED = 256;

  /** Guarded by itself: fingerprints of calls left without a final answer, oldest evicted. */
  private final Map<Integer, String> unanswered =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  /**
   * The id of the call that this one repeats, or null; remembers this one if it invites a repeat.
   */
  @Nullable String check(Call call, Answer answer) {
    boolean invitesResend =
        answer.delivery() != Answer.Delivery.WHOLE || isNotFinal(answer.status());
    synchronized (unanswered) {
      if (unanswered.isEmpty() && !invitesResend) return null;
      int fingerprint = call.fingerprint();
      String earlier = unanswered.get(fingerprint);
      if (invitesResend) unanswered.put(fingerprint, call.requestId());
      return earlier;
    }
  }

  private static boolean isNotFinal(int status) {
    return status == 408 || status == 429 || status == 503;
  }
}
